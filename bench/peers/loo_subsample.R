# Compares `perrin loo --rows N` with R's loo::loo_subsample on the log likelihoods of the same draws.
#
#   Rscript loo_subsample.R PERRIN FIT ROWS
#
# PERRIN is the command, FIT the folder of a fit with so few rows that all of them by all draws fit
# into memory, ROWS how many rows each looks at. Ends with 1 if the two estimates, or ours and loo of
# all rows, are further apart than four of their stated standard errors.
suppressMessages(library(loo))
arguments <- commandArgs(trailingOnly = TRUE)
perrin <- arguments[1]
fit <- arguments[2]
rows <- as.integer(arguments[3])

# Rows by draws, as numpy.save writes them: the last index runs fastest.
read_npy <- function(path) {
  file <- file(path, "rb")
  on.exit(close(file))
  readBin(file, "raw", 8)
  length <- readBin(file, "integer", 1, size = 2, signed = FALSE, endian = "little")
  header <- sub(".*shape", "", rawToChar(readBin(file, "raw", length)))
  shape <- as.integer(regmatches(header, gregexpr("[0-9]+", header))[[1]][1:2])
  matrix(readBin(file, "double", prod(shape), endian = "little"), nrow = shape[2])
}

run <- function(...) system2(perrin, c("loo", fit, ...), stdout = TRUE, stderr = FALSE)
number <- function(json, name) {
  line <- grep(sprintf('"%s"', name), json, value = TRUE)[1]
  as.numeric(sub(",?$", "", sub(".*: *", "", line)))
}

all <- tempfile(fileext = ".npy")
whole <- run("--rows", "all", "--log-lik", all, "--json")
part <- run("--rows", rows, "--json")
log_lik <- read_npy(all) # draws by rows
unlink(all)

set.seed(1)
full <- suppressWarnings(loo(log_lik, r_eff = rep(1, ncol(log_lik))))
other <- suppressWarnings(loo_subsample(
  function(data_i, draws) log_lik[, data_i$i, drop = FALSE],
  data = data.frame(i = seq_len(ncol(log_lik))),
  draws = matrix(0, nrow(log_lik), 1),
  observations = rows, loo_approximation = "lpd", r_eff = NULL))
theirs <- other$estimates["elpd_loo", ]
ours <- c(number(part, "elpd"), number(part, "sampling_error"))

cat(sprintf("%d rows, %d draws\n", ncol(log_lik), nrow(log_lik)))
cat(sprintf("loo of all rows    R %.4f   perrin %.4f\n",
            full$estimates["elpd_loo", 1], number(whole, "elpd")))
cat(sprintf("of %5d rows      R %.4f (sampling error %.3g)   perrin %.4f (%.3g)\n",
            rows, theirs["Estimate"], theirs["subsampling SE"], ours[1], ours[2]))
apart <- abs(ours[1] - theirs["Estimate"]) / sqrt(ours[2]^2 + theirs["subsampling SE"]^2)
off <- abs(ours[1] - number(whole, "elpd")) / ours[2]
cat(sprintf("apart by %.2f standard errors; ours from all rows by %.2f\n", apart, off))
quit(status = if (apart <= 4 && off <= 4) 0 else 1)

# Perrin from R, in the smallest form that works:
#
#   source("perrin.R")
#   fit <- perrin_fit(mtcars, mpg ~ wt + hp, family = "linear")
#   posterior::summarise_draws(perrin_draws(fit))
#   perrin_predict(fit, mtcars)
#
# The command is the one that the variable PERRIN_COMMAND names, else `perrin` on the PATH. Needs jsonlite, and
# posterior for draws.

perrin_command <- function() {
  named <- Sys.getenv("PERRIN_COMMAND", unset = NA)
  if (!is.na(named)) named else "perrin"
}

# Runs a command; its one line is the error if it fails.
perrin_run <- function(words) {
  said <- tempfile()
  on.exit(unlink(said))
  out <- suppressWarnings(
    system2(perrin_command(), shQuote(c(words, "--quiet")), stdout = TRUE, stderr = said)
  )
  status <- attr(out, "status")
  if (!is.null(status) && status != 0) {
    lines <- grep("^perrin: ", readLines(said), value = TRUE)
    stop(if (length(lines)) sub("^perrin: ", "", tail(lines, 1)) else "the command failed", call. = FALSE)
  }
  out
}

# Fits a formula (a text, or several) to a data frame or to the path of a file. Other arguments are options of
# `perrin fit`: prior = "normal(0, 1)", prior_sigma = ..., chains = 2, missing = "drop".
perrin_fit <- function(data, formula, family = NULL, ..., seed = 1, out = tempfile("perrin-fit-")) {
  options <- list(model = family, seed = seed, ...)
  formulas <- if (inherits(formula, "formula")) list(formula) else formula
  words <- as.vector(rbind("--formula", vapply(formulas, perrin_text, "")))
  for (name in names(options)) {
    for (value in options[[name]]) {
      words <- c(words, paste0("--", gsub("_", "-", name)), if (!isTRUE(value)) as.character(value))
    }
  }
  sent <- is.data.frame(data)
  file <- if (sent) tempfile(fileext = ".csv") else normalizePath(data, mustWork = TRUE)
  if (sent) {
    on.exit(unlink(file))
    perrin_write(data, file)
  }
  perrin_run(c("fit", file, words, "--out", out, "--overwrite"))
  perrin_load(out)
}

perrin_text <- function(formula) {
  if (inherits(formula, "formula")) paste(deparse(formula, width.cutoff = 500), collapse = " ") else formula
}

perrin_write <- function(data, file) {
  utils::write.csv(data, file, row.names = FALSE, na = "", fileEncoding = "UTF-8")
}

# Opens the folder of a fit.
perrin_load <- function(folder) {
  info <- jsonlite::fromJSON(file.path(folder, "fit.json"), simplifyVector = TRUE)
  structure(list(folder = normalizePath(folder), info = info), class = "perrin_fit")
}

# The draws as posterior::draws_df, under the names of the data.
perrin_draws <- function(fit) {
  draws <- utils::read.csv(file.path(fit$folder, "draws.csv"), check.names = FALSE)
  posterior::as_draws_df(draws)
}

perrin_summary <- function(fit) {
  utils::read.csv(file.path(fit$folder, "summary.csv"), check.names = FALSE)
}

# Mean, sd and interval of the predictive distribution of each row.
perrin_predict <- function(fit, new, interval = 0.9) {
  rows <- tempfile(fileext = ".csv")
  file <- tempfile(fileext = ".csv")
  on.exit(unlink(c(rows, file)))
  perrin_write(new, rows)
  perrin_run(c("predict", fit$folder, rows, "--interval", interval, "--out", file))
  utils::read.csv(file)
}

print.perrin_fit <- function(x, ...) {
  cat(sprintf("%s of %s on %d rows\n\n", x$info$model$name, x$info$model$target, x$info$data$rows))
  print(perrin_summary(x), digits = 3, row.names = FALSE)
  invisible(x)
}

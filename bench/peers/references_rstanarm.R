# Draws of rstanarm's stan_glmer under Perrin's priors, in the form of draws.csv: of cbpp or VerbAgg. Linear
# models are left out, as rstanarm's prior of their scales is one of ratios to the noise.
#
#   Rscript references_rstanarm.R DATA FORMULA     writes DATA-rstanarm/draws.csv
suppressPackageStartupMessages(library(rstanarm))
arguments <- commandArgs(TRUE)
data <- read.csv(paste0(arguments[1], ".csv"), stringsAsFactors = TRUE)
if (arguments[1] == "cbpp") {
  data$period <- factor(data$period)
}
fit <- stan_glmer(
  as.formula(arguments[2]), data, binomial,
  prior = normal(0, 2.5, autoscale = FALSE), prior_intercept = normal(0, 2.5, autoscale = FALSE),
  prior_covariance = decov(1, 1, 1, 1),
  chains = 4, iter = 3000, warmup = 1000, cores = 2, seed = 1, refresh = 0
)
draws <- as.array(fit)
wanted <- grep("^b\\[", dimnames(draws)[[3]], invert = TRUE, value = TRUE)
draws <- draws[, , wanted]
scales <- grep("^Sigma\\[", wanted)
draws[, , scales] <- sqrt(draws[, , scales])
names <- sub("^Sigma\\[(.*):\\(Intercept\\),.*", "sd(1 | \\1)", wanted)
folder <- paste0(arguments[1], "-rstanarm")
dir.create(folder, FALSE)
all <- do.call(rbind, lapply(1:4, function(c) data.frame(.chain = c, draws[, c, ], check.names = FALSE)))
colnames(all) <- c(".chain", names)
write.csv(all, file.path(folder, "draws.csv"), row.names = FALSE)

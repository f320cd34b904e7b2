# Seconds of lmer's and glmmTMB's point estimates from data in memory. Argument: InstEval or flights.
name <- commandArgs(TRUE)[1]
d <- read.csv(paste0(name, ".csv"))
timed <- function(who, expression) {
  t <- system.time(expression)
  cat(sprintf("%s %.2f s, %.2f CPU s\n", who, t[3], t[1] + t[2]))
}
if (name == "InstEval") {
  for (column in c("s", "d", "service", "dept")) d[[column]] <- factor(d[[column]])
  if (requireNamespace("lme4", quietly = TRUE))
    timed("lmer", lme4::lmer(y ~ service + (1 | s) + (1 | d) + (1 | dept:service), d))
} else {
  d$tailnum <- factor(d$tailnum)
  if (requireNamespace("glmmTMB", quietly = TRUE))
    timed("glmmTMB", glmmTMB::glmmTMB(late ~ hour + distance + (1 | tailnum), d, family = binomial))
}

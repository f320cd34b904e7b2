# What lme4 makes of terms that vary by groups, for GroupsOfLme4Test. Run in the folder of this file,
# after formulas.R:
#
#   LC_ALL=C Rscript groups.R
#
# For each table and formula a line with tabs between: table, formula, and for each term of lme4
#
#   levels:f_1,f_2,...
#
# with f_c = sum_j (sum_{i in level j} w[i] x_c[i])^2 for each of its columns, which does not depend on
# the order of levels; w[i] = cos(0.7 i). Written by R 4.2.2 with lme4 1.1-31.

library(lme4)
out <- "../resources/org/perrin/io/design"

formulas <- readLines(textConnection("
y ~ x + (1 | g)
y ~ x + (1 | k)
y ~ x + (x | g)
y ~ x + (1 + x | g)
y ~ (0 + x | g)
y ~ (x - 1 | g)
y ~ (-1 + x | g)
y ~ x + (x || g)
y ~ x + (1 + x + z || g)
y ~ x + (x + z | g)
y ~ (1 | g) + (1 | h)
y ~ (1 | g) + (0 + x | g)
y ~ (1 | g) + (x | h) + (1 | k)
y ~ (1 | g/h)
y ~ (x | g/h)
y ~ (1 | g:h)
y ~ (1 | g/h/k)
y ~ (1 | g:h:k)
y ~ (1 | g) + (1 | g:h)
y ~ (h | g)
y ~ (0 + h | g)
y ~ (h + x | k)
y ~ (h * x | k)
y ~ (h:x | k)
y ~ (0 + h:x | k)
y ~ (ok | g)
y ~ (I(x^2) + log(z) | g)
y ~ (poly(x, 2) | g)
y ~ (b | g) + (1 | k:ok)
"))
formulas <- formulas[nzchar(formulas)]

ignore <- lmerControl(check.nobs.vs.nlev = "ignore", check.nobs.vs.nRE = "ignore",
  check.nobs.vs.rankZ = "ignore", check.nlev.gtr.1 = "ignore", check.rankX = "ignore",
  check.scaleX = "ignore")

term <- function(z, columns, w) {
  k <- length(columns)
  j <- nrow(z) / k
  f <- sapply(seq_len(k), function(c) sum((z[seq(c, by = k, length.out = j), ] %*% w)^2))
  paste0(j, ":", paste(sprintf("%.12g", f), collapse = ","))
}

lines <- character()
for (name in c("plain", "gaps")) {
  d <- read.csv(file.path(out, paste0(name, ".csv")), stringsAsFactors = TRUE)
  w <- cos(0.7 * seq_len(nrow(d)))
  for (text in formulas) {
    re <- suppressMessages(lFormula(as.formula(text), d, control = ignore))$reTrms
    lines <- c(lines, paste(c(name, text, mapply(term, re$Ztlist, re$cnms, MoreArgs = list(w = w))),
      collapse = "\t"))
  }
}
writeLines(lines, file.path(out, "groups.tsv"))
cat(R.version.string, as.character(packageVersion("lme4")), "\n")

# What R makes of formulas, for FormulasOfRTest. Run in the folder of this file:
#
#   LC_ALL=C Rscript formulas.R
#
# Writes three tables and, for each table and formula, a line with tabs between:
#
#   table, formula,
#   rank     of the model matrix,
#   space    v_a' P v_b for a <= b <= 3, where P projects onto its column space,
#   columns  w' x for each column x that lm keeps (does not alias), in R's order,
#   offset   w' offset, or nothing.
#
# With i = 1, 2, ... the row: v_a[i] = sin(a i + a^2), w[i] = cos(0.7 i). Written by R 4.2.2.
# Also curves.tsv: poly, scale, bs and ns of table plain at values inside and outside its range.

library(splines)
out <- "../resources/org/perrin/io/design"

# C as Perrin has it: levels of any column, the reference first
C <- function(x, ref = NULL) {
  f <- if (is.factor(x)) x else factor(x)
  if (is.null(ref)) f else stats::relevel(f, ref = as.character(ref))
}

table <- function(name, n, g, h, seed) {
  set.seed(seed)
  x <- round(rnorm(n), 3)
  d <- data.frame(
    y = round(rnorm(n), 3), x = x, z = round(runif(n, 1, 5), 2),
    g = sample(g, n, TRUE), h = sample(h, n, TRUE), k = sample(1:4, n, TRUE),
    ok = sample(c("true", "false"), n, TRUE, c(0.4, 0.6)), b = sample(0:1, n, TRUE),
    e = round(rexp(n) + 0.1, 3))
  if (name == "gaps") {
    d$h[d$g == "c"] <- "u"            # cells g = c, h = v and g = c, h = w are empty
    d$k[d$ok == "true"] <- pmin(d$k[d$ok == "true"], 3)
  }
  if (name == "tied") {
    d$x <- 1000 + round(2 * x) / 2    # far from zero, with many equal values
    d$z <- 2 * d$b + 3                # a function of another column
  }
  write.csv(d, file.path(out, paste0(name, ".csv")), row.names = FALSE, quote = FALSE)
  read.csv(file.path(out, paste0(name, ".csv")), stringsAsFactors = TRUE)
}

tables <- list(
  plain = table("plain", 60, c("a", "b", "c"), c("u", "v"), 1),
  gaps = table("gaps", 57, c("a", "b", "c", "d"), c("u", "v", "w"), 2),
  tied = table("tied", 64, c("a", "b"), c("u", "v", "w"), 3))

formulas <- readLines(textConnection("
y ~ 1
y ~ x
y ~ 0 + x
y ~ x - 1
y ~ x + 0
y ~ -1 + x
y ~ g
y ~ 0 + g
y ~ g - 1
y ~ h + g
y ~ 0 + h + g
y ~ 0 + x + g
y ~ ok
y ~ 0 + ok
y ~ 0 + ok + g
y ~ b
y ~ 0 + b
y ~ 0 + b + ok
y ~ x:g
y ~ g:x
y ~ 0 + x:g
y ~ g + x:g
y ~ g + g:x
y ~ x + x:g
y ~ 0 + x + x:g
y ~ x*g
y ~ g*x
y ~ 0 + x*g
y ~ 0 + g*x
y ~ g:h
y ~ 0 + g:h
y ~ g + g:h
y ~ h + g:h
y ~ x + g:h
y ~ 0 + x + g:h
y ~ g*h
y ~ 0 + g*h
y ~ g*h - g
y ~ g*h - h
y ~ g*h - g:h
y ~ g*h - g - h
y ~ g:h + g
y ~ x:ok
y ~ ok + x:ok
y ~ ok*x
y ~ ok:g
y ~ g + ok:g
y ~ ok*g
y ~ 0 + ok:g
y ~ b:g
y ~ b*g
y ~ x:b
y ~ x:z
y ~ x*z
y ~ 0 + x:z
y ~ x*z - x
y ~ x:g:h
y ~ x + x:g:h
y ~ g:h:ok
y ~ x*g*h
y ~ x*g*h - x:g:h
y ~ x*g*h - x:g
y ~ g:h + g:ok
y ~ g:h + h:ok
y ~ x:g + g:h
y ~ g:h + g:h:ok
y ~ g + h + g:h:ok
y ~ g*h + ok:h
y ~ 0 + g:h + h:ok
y ~ (x + z)^2
y ~ (x + g)^2
y ~ (x + g + h)^2
y ~ (x + g + h)^3
y ~ (x + g + ok)^2 - x:ok
y ~ (g + h)^2 - 1
y ~ x + (z + g)
y ~ (x + g)*h
y ~ (x + g):h
y ~ x*(g + h)
y ~ x:(g + h)
y ~ ((x + g)*h)
y ~ (x + g - x) + z
y ~ g/x
y ~ g/h
y ~ h/g
y ~ 0 + g/x
y ~ 0 + g/h
y ~ (g + h)/x
y ~ g/(x + z)
y ~ g/h/x
y ~ x/g
y ~ x %in% g
y ~ g + x %in% g
y ~ g + h %in% g
y ~ h %in% g
y ~ x*g:h
y ~ x:g*h
y ~ g/x*h
y ~ x + g*ok:h
y ~ .
y ~ . - e
y ~ . - e - k
y ~ 0 + .
y ~ (. - e - k - b - z)^2
y ~ . - x + x:g
y ~ I(x^2)
y ~ x + I(x^2)
y ~ I(x + z) + x
y ~ I(x*z):g
y ~ log(z)
y ~ log(z)*g
y ~ sqrt(z) + exp(b) + abs(x) + log1p(e)
y ~ log(z):x
y ~ C(k)
y ~ 0 + C(k)
y ~ C(k)*x
y ~ C(k):x
y ~ C(k) + C(k):g
y ~ factor(k) + x
y ~ C(g)
y ~ C(b)
y ~ 0 + C(b)
y ~ C(ok):x
y ~ C(g, ref = \"b\")
y ~ C(g, ref = \"b\")*x
y ~ 0 + C(g, ref = \"b\")
y ~ relevel(h, ref = \"v\") + x
y ~ C(k, ref = 3)
y ~ C(k, ref = 3):x
y ~ C(g, ref = \"b\"):h
y ~ poly(x, 1)
y ~ poly(x, 2)
y ~ poly(x, 3)
y ~ poly(x, degree = 2)
y ~ poly(x, 2, raw = TRUE)
y ~ 0 + poly(x, 2)
y ~ poly(x, 2)*g
y ~ poly(x, 2):g
y ~ g + poly(x, 2):g
y ~ poly(log(e), 2)
y ~ poly(x, 2) + poly(e, 2)
y ~ poly(x, 2):poly(e, 2)
y ~ scale(x)
y ~ 0 + scale(x)
y ~ scale(x)*g
y ~ scale(log(e)) + scale(x)
y ~ scale(x):scale(e)
y ~ bs(e)
y ~ bs(e, 4)
y ~ bs(e, df = 5)
y ~ bs(e, df = 4, degree = 2)
y ~ bs(e, df = 3, degree = 1)
y ~ bs(x, df = 4)
y ~ bs(e, df = 4):ok
y ~ ok + bs(e, df = 4):ok
y ~ 0 + bs(e, df = 4)
y ~ ns(e)
y ~ ns(e, 2)
y ~ ns(e, df = 3)
y ~ ns(e, df = 5)
y ~ ns(x, df = 3)
y ~ ns(e, df = 3)*ok
y ~ ns(log(e), df = 3) + g
y ~ g + offset(log(e))
y ~ offset(log(e))
y ~ x + offset(e) + offset(x*2)
y ~ . + offset(z)
y ~ x + z + x
y ~ x + g + x:g - x
y ~ x + I(2*x)
y ~ x + z + b
"))
formulas <- formulas[nzchar(formulas)]

number <- function(x) paste(sprintf("%.15g", x), collapse = ",")

line <- function(name, text) {
  d <- tables[[name]]
  f <- as.formula(text)
  fit <- lm(f, d)
  keep <- !is.na(coef(fit))
  m <- model.matrix(fit)[, keep, drop = FALSE]
  n <- nrow(d)
  i <- seq_len(n)
  v <- sapply(1:3, function(a) sin(a * i + a^2))
  w <- cos(0.7 * i)
  q <- qr(m)
  stopifnot(q$rank == ncol(m), ncol(m) < n)
  s <- crossprod(qr.fitted(q, v), v)
  off <- model.offset(model.frame(fit))
  paste(name, text, ncol(m), number(s[upper.tri(s, TRUE)]), number(crossprod(w, m)),
    if (is.null(off)) "" else number(sum(w * off)), sep = "\t")
}

lines <- unlist(lapply(names(tables), function(name) sapply(formulas, function(f) line(name, f))))
writeLines(unname(lines), file.path(out, "formulas.tsv"))

# bases at other values: function, value, columns
at <- c(-4, -2.2, -1, -0.1, 0, 0.3, 1.234, 2, 5)
d <- tables$plain
curves <- c("poly(x, 3)", "scale(x)", "bs(x, df = 5)", "bs(x, df = 4, degree = 2)", "bs(x, df = 3)",
  "ns(x, df = 1)", "ns(x, df = 4)", "poly(x, 2, raw = TRUE)")
rows <- unlist(lapply(curves, function(text) {
  fit <- lm(as.formula(paste("y ~", text)), d)
  m <- suppressWarnings(model.matrix(delete.response(terms(fit)),
    model.frame(delete.response(terms(fit)), data.frame(x = at))))
  sapply(seq_along(at), function(k) paste(text, at[k], number(m[k, -1]), sep = "\t"))
}))
writeLines(rows, file.path(out, "curves.tsv"))

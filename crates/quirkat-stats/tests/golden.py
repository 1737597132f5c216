"""Prints the numbers that golden.rs expects. Needs scipy and statsmodels; nothing is downloaded.

Each line is the expression followed by its value; copy the value beside the expression.
"""
import numpy as np
from scipy import optimize, stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.power import TTestIndPower, TTestPower
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import ttost_paired
import statsmodels.api as sm

a = [3.1, 5.2, 4.4, 6.0, 2.7, 4.9]
b = [1.0, 2.2, 0.4, 3.1, 1.8, 2.6]
c = [4.0, 9.5, -1.0, 6.5]


def constrained(values, counts, mean=None, t_value=None):
    """Most likely probabilities under a mean, or under a t-value about 0.5, by a general optimiser."""
    values, shares = np.array(values), np.array(counts, float) / np.sum(counts)
    if mean is not None:
        rule = lambda p: p @ values - mean
    else:
        rule = lambda p: p @ values - 0.5 - t_value * np.sqrt(p @ values**2 - (p @ values) ** 2)
    # Each probability in units of its observed share, so that rare values are as well scaled as common ones.
    unit = np.where(shares > 0, shares, 1)
    loss = lambda q: -(shares @ np.log(q))
    result = optimize.minimize(
        loss, np.where(shares > 0, 1.0, 1e-3), jac=lambda q: -shares / q, method="SLSQP", bounds=[(1e-9, None)] * len(values),
        constraints=[{"type": "eq", "fun": lambda q: rule(q * unit)}, {"type": "eq", "fun": lambda q: q @ unit - 1}],
        options={"ftol": 1e-16, "maxiter": 1000})
    return result.x * unit


def score_interval(values, counts, level=0.95):
    """Inversion of the score test whose variance comes from the constrained estimate."""
    values, n = np.array(values), np.sum(counts)
    score, z = np.dot(values, counts) / n, stats.norm.ppf((1 + level) / 2)

    def excess(mean):
        p = constrained(values, counts, mean=mean)
        return n * (score - mean) ** 2 - z**2 * (p @ (values - mean) ** 2)

    return (optimize.brentq(excess, 1e-6, score - 1e-9), optimize.brentq(excess, score + 1e-9, 1 - 1e-6))


def coverage(method, n, p):
    """Exact coverage of a proportion interval by enumeration."""
    inside = [x for x in range(n + 1) if (lambda i: i[0] <= p <= i[1])(proportion_confint(x, n, 0.05, method))]
    return sum(stats.binom.pmf(x, n, p) for x in inside)


def llr(values, counts, p1, p0):
    """Log likelihood ratio of two distributions."""
    return float(np.dot(counts, np.log(p1) - np.log(p0)))


def logistic(elo):
    return 1 / (1 + 10 ** (-elo / 400))


def davidson(games):
    """Davidson's model as a log-linear model: Poisson counts with one nuisance level a match."""
    players = 1 + max(max(g[0], g[1]) for g in games)
    rows, counts = [], []
    for match, (white, black, w, d, l) in enumerate(games):
        for half, count, draw in ((0.5, w, 0), (0, d, 1), (-0.5, l, 0)):
            x = np.zeros(players + 2 + len(games))
            x[white] += half
            x[black] -= half
            x[players], x[players + 1], x[players + 2 + match] = half, draw, 1
            rows.append(x)
            counts.append(count)
    # The last rating is minus the sum of the others.
    design = np.array(rows)
    design[:, : players - 1] -= design[:, [players - 1]]
    design = np.delete(design, players - 1, axis=1)
    fit = sm.GLM(np.array(counts), design, family=sm.families.Poisson()).fit(tol=1e-14, maxiter=200)
    scale = 400 / np.log(10)
    k = players - 1
    last = -np.ones(k)
    ratings = [*(scale * fit.params[:k]), scale * last @ fit.params[:k]]
    cov = fit.cov_params()[:k, :k]
    errors = [*(scale * fit.bse[:k]), scale * np.sqrt(last @ cov @ last)]
    return ratings, errors, scale * fit.params[k], scale * fit.bse[k], fit.params[k + 1], fit.bse[k + 1]


games = [(0, 1, 30, 12, 18), (1, 0, 25, 10, 25), (0, 2, 22, 9, 9), (2, 1, 14, 11, 15), (2, 0, 12, 6, 22)]

for expression in """
[stats.t.ppf(q, df) for q in (0.95, 0.975, 0.9995) for df in (1, 2, 4.37, 9, 300)]
[2 * stats.t.sf(t, df) for t, df in ((0.3, 2), (2.5, 5), (12.0, 9.4))]
[stats.binomtest(x, n).proportion_ci(0.95, "wilson") for x, n in ((7, 20), (0, 10), (781, 1000))]
[coverage("wilson", 20, p) for p in (0.05, 0.1, 0.3, 0.5)]
stats.ttest_1samp(a, 3.5)
stats.ttest_1samp(a, 3.5).confidence_interval(0.95)
stats.ttest_ind(a, c, equal_var=False)
stats.ttest_ind(a, c, equal_var=False).confidence_interval(0.95)
stats.ttest_rel(a, b)
stats.ttest_rel(a, b).confidence_interval(0.9)
multipletests([0.01, 0.04, 0.03, 0.005, 0.5], method="holm")[1]
[score_interval([0, 0.5, 1], x) for x in ((20, 30, 50), (1, 5, 30), (3, 0, 17))]
[score_interval([0, 0.25, 0.5, 0.75, 1], x) for x in ((5, 20, 40, 25, 10), (1, 2, 3, 10, 40))]
ttost_paired(np.array(a), np.array(b), 1.0, 4.0)
[stats.ttest_1samp(a, 6.0, alternative="less").pvalue, stats.ttest_1samp(a, 2.0, alternative="greater").pvalue]
[TTestPower().power(d, n, 0.05) for d, n in ((1.0, 6), (2.0, 3), (0.5, 30))]
[TTestPower().solve_power(nobs=n, power=0.8, alpha=0.05) for n in (3, 6, 8, 20)]
[TTestIndPower().solve_power(nobs1=n, power=0.8, alpha=0.05) for n in (3, 6, 8, 20)]
davidson(games)
[llr(None, x, constrained([0, .25, .5, .75, 1], x, mean=logistic(5)), constrained([0, .25, .5, .75, 1], x, mean=logistic(0))) for x in ((10, 200, 500, 230, 15), (30, 400, 900, 380, 20))]
[llr(None, x, constrained([0, .25, .5, .75, 1], x, t_value=5 * np.log(10) / 800 * 2**0.5), constrained([0, .25, .5, .75, 1], x, t_value=0)) for x in ((10, 200, 500, 230, 15), (30, 400, 900, 380, 20))]
stats.entropy([5, 3, 2, 1], base=2)
""".strip().splitlines():
    print(expression, "\n    ", eval(expression))

//! Quantiles, means and the standard deviation of a sample.

/// The value below which the share `q` of the sorted values lies, linearly interpolated between
/// neighbours (type 7 of Hyndman & Fan, "Sample Quantiles in Statistical Packages", 1996).
/// `None` without values.
pub fn quantile(sorted: &[f64], q: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let at = q.clamp(0.0, 1.0) * last as f64;
    let (below, above) = (at.floor() as usize, at.ceil() as usize);
    let share = at - below as f64;
    Some(sorted[below] * (1.0 - share) + sorted[above] * share)
}

/// The middle value, or the mean of the two in the middle. Leaves the values sorted.
pub fn median(values: &mut [f64]) -> Option<f64> {
    values.sort_unstable_by(f64::total_cmp);
    quantile(values, 0.5)
}

/// The n-th root of the product; for ratios, where it treats 2 and ½ alike. All values must be
/// positive; `None` without values.
pub fn geometric_mean(values: &[f64]) -> Option<f64> {
    if values.is_empty() {
        return None;
    }
    let sum: f64 = values.iter().map(|v| v.ln()).sum();
    Some((sum / values.len() as f64).exp())
}

/// The sum divided by the count; `None` without values.
pub fn mean(values: &[f64]) -> Option<f64> {
    if values.is_empty() {
        return None;
    }
    Some(values.iter().sum::<f64>() / values.len() as f64)
}

/// The sample standard deviation (divisor n − 1); `None` for fewer than two values.
pub fn standard_deviation(values: &[f64]) -> Option<f64> {
    let mean = mean(values)?;
    let freedom = values.len().checked_sub(1).filter(|&n| n > 0)?;
    let squares: f64 = values.iter().map(|x| (x - mean).powi(2)).sum();
    Some((squares / freedom as f64).sqrt())
}

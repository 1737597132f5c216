use crate::RootNoise;
use rand::Rng;
use rand_distr::{Distribution, Gamma};

/// Mixes Dirichlet noise into priors, as a normalised vector of Gamma variates.
pub(crate) fn mix_noise(noise: RootNoise, priors: &mut [f32], rng: &mut impl Rng) {
    let concentration = f64::from(noise.concentration) / priors.len() as f64;
    let Ok(gamma) = Gamma::new(concentration, 1.0) else {
        return;
    };
    let variates: Vec<f64> = priors.iter().map(|_| gamma.sample(rng)).collect();
    let total: f64 = variates.iter().sum();
    if total <= f64::MIN_POSITIVE {
        return;
    }
    for (prior, variate) in priors.iter_mut().zip(variates) {
        *prior = (1.0 - noise.fraction) * *prior + noise.fraction * (variate / total) as f32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn mixed_priors_still_sum_to_one_and_average_to_the_mixture_with_uniform() {
        let noise = RootNoise {
            concentration: 8.0,
            fraction: 0.25,
        };
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut sums = [0.0f64; 3];
        for _ in 0..4000 {
            let mut priors = [0.7, 0.2, 0.1];
            mix_noise(noise, &mut priors, &mut rng);
            assert!((priors.iter().sum::<f32>() - 1.0).abs() < 1e-5);
            for (sum, prior) in sums.iter_mut().zip(priors) {
                *sum += f64::from(prior) / 4000.0;
            }
        }
        for (mean, prior) in sums.iter().zip([0.7, 0.2, 0.1]) {
            assert!((mean - (0.75 * prior + 0.25 / 3.0)).abs() < 0.01);
        }
    }
}

//! Eight words of 32 bits at once: in one register where the machine has AVX2.

#[cfg(target_arch = "x86_64")]
pub(super) mod avx2;
pub(super) mod portable;
#[cfg(test)]
mod tests;
pub(super) mod vector;

use super::portable::Portable;
use super::vector::{Simd, Task, Words};
use crate::board::points::{ALL, half_turn};

/// Compares every operation with the same on single words.
struct Check;

impl<M: Simd> Task<M> for Check {
    type A = ();
    type B = ();
    type C = ();
    type Output = ();

    #[inline(always)]
    fn run(machine: M, (): (), (): (), (): ()) {
        let words = |start: u32| -> [u32; 8] {
            std::array::from_fn(|i| (start + i as u32).wrapping_mul(0x9e37_79b1) & ALL)
        };
        for start in (0..8000).step_by(8) {
            // Sets with few points, too, so that some lanes are empty.
            let sparse =
                |start| std::array::from_fn(|i| words(start)[i] & words(start + 5)[i] & 0x11);
            check(machine, words(start), words(start + 3));
            check(machine, sparse(start), sparse(start + 2));
            check(machine, sparse(start), words(start));
        }
        assert_eq!(machine.splat(u32::MAX).sum_bytes(), 32 * 255);
    }
}

#[inline(always)]
fn check<M: Simd>(machine: M, a: [u32; 8], b: [u32; 8]) {
    let (x, y) = (machine.load(&a), machine.load(&b));
    let all_if = |condition: bool| if condition { u32::MAX } else { 0 };
    let each = |f: &dyn Fn(u32, u32) -> u32| -> [u32; 8] { std::array::from_fn(|i| f(a[i], b[i])) };
    let lanes = |f: &dyn Fn(u32) -> bool| (0..8).fold(0, |all, i| all | u32::from(f(a[i])) << i);
    assert_eq!(x.store(), a);
    assert_eq!(machine.splat(a[3]).store(), [a[3]; 8]);
    assert_eq!(x.and(y).store(), each(&|a, b| a & b));
    assert_eq!(x.or(y).store(), each(&|a, b| a | b));
    assert_eq!(x.xor(y).store(), each(&|a, b| a ^ b));
    assert_eq!(x.without(y).store(), each(&|a, b| a & !b));
    assert_eq!(x.add(y).store(), each(&u32::wrapping_add));
    assert_eq!(x.exceeds(y).store(), each(&|a, b| all_if(a > b)));
    assert_eq!(x.is_zero().store(), each(&|a, _| all_if(a == 0)));
    assert_eq!(x.half_turn().store(), each(&|a, _| half_turn(a)));
    assert_eq!(x.lowest_bit().store(), each(&|a, _| a & a.wrapping_neg()));
    let chosen = x.has_bit(4).select(x, y);
    assert_eq!(
        chosen.store(),
        each(&|a, b| if a >> 4 & 1 == 1 { a } else { b })
    );
    assert_eq!(x.nonzero(), lanes(&|a| a != 0));
    assert_eq!(x.all_zero(), a == [0; 8]);
    assert_eq!(x.union(), a.iter().fold(0, |all, word| all | word));
    assert_eq!(
        x.count_ones(),
        a.iter().map(|word| word.count_ones()).sum::<u32>()
    );
    for bit in 0..32 {
        let holds = |a: u32| a >> bit & 1 == 1;
        assert_eq!(x.lanes_with(bit), lanes(&holds));
        assert_eq!(x.has_bit(bit).store(), each(&|a, _| all_if(holds(a))));
        assert_eq!(x.has_bit(bit).high_bits(), lanes(&holds));
        assert_eq!(x.left(bit).store(), each(&|a, _| a << bit));
        assert_eq!(x.right(bit).store(), each(&|a, _| a >> bit));
    }
    let right = [32, 1, 32, 7, 32, 12, 0, 32];
    let left = [3, 32, 1, 32, 12, 32, 32, 0];
    let shifted = std::array::from_fn(|i| {
        a[i].checked_shr(right[i]).unwrap_or(0) | a[i].checked_shl(left[i]).unwrap_or(0)
    });
    assert_eq!(x.shift_each(&right, &left).store(), shifted);
    for keep in [b[0] & 0xff, b[1] & 0xff, 0, 0xff] {
        let kept = (0..8).filter(|&lane| keep >> lane & 1 == 1);
        let kept: Vec<u32> = kept.map(|lane| a[lane]).collect();
        let mut compressed = [0; 8];
        x.compress(keep, &mut compressed);
        assert_eq!(compressed[..kept.len()], kept);
    }
    let bytes = |word: u32, f: fn(u8) -> u8| u32::from_le_bytes(word.to_le_bytes().map(f));
    let counts = x.count_by_byte();
    assert_eq!(
        counts.store(),
        each(&|a, _| bytes(a, |byte| byte.count_ones() as u8))
    );
    let twice = counts.add_bytes(counts);
    assert_eq!(
        twice.store(),
        each(&|a, _| bytes(a, |byte| 2 * byte.count_ones() as u8))
    );
    assert_eq!(counts.sum_bytes(), x.count_ones());
}

#[test]
fn arrays_compute_what_single_words_do() {
    Portable.call::<Check>((), (), ());
}

#[cfg(target_arch = "x86_64")]
#[test]
fn registers_compute_what_single_words_do() {
    if let Some(machine) = super::avx2::Avx2::detect() {
        machine.call::<Check>((), (), ());
        let deposited = machine.deposit(0b1011, 0xf0_0f00);
        assert_eq!(deposited, 0xb00, "the lowest bits go to the lowest places");
    }
}

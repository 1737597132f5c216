//! The walk's functions that are no part of others, compiled once for each kind of lanes.

#![allow(
    clippy::inline_always,
    reason = "lanes must be inlined into functions with the target feature, or each operation is a call"
)]

use super::bulk::descend;
use super::captures::{Hunt, count_paths, list_paths};
use super::chains::count_chains;
use super::leaves::count_leaves;
use super::nodes::{Node, Walk};
#[cfg(target_arch = "x86_64")]
use crate::lanes::Avx2;
use crate::lanes::{Far, Lanes, Near, Side, Words};

/// The functions that call themselves, or are called from many places.
pub(super) trait Machine: Lanes {
    fn descend<S: Side, const KINGS: bool, const BANS: bool, const HUFFS: bool>(
        walk: &mut Walk,
        node: &Node,
        depth: u32,
    );
    fn count_leaves<S: Side, const KINGS: bool, const BANS: bool, const HUFFS: bool>(
        walk: &mut Walk,
    );
    fn count_chains<S: Side, const KINGS: bool>(walk: &mut Walk);
    fn count_paths<S: Side>(walk: &Walk, hunt: &Hunt<Self>) -> u64;
    fn list_paths<S: Side>(walk: &mut Walk, hunt: &Hunt<Self>, from: u32, jumped: u32);

    /// The whole count, from a node of the side whose men go up.
    fn walk<const KINGS: bool, const BANS: bool, const HUFFS: bool>(
        walk: &mut Walk,
        node: &Node,
        depth: u32,
    ) {
        if depth == 1 {
            let _ = walk.leaves[0].push::<KINGS, BANS, HUFFS>(node);
        } else {
            Self::descend::<Near, KINGS, BANS, HUFFS>(walk, node, depth);
        }
        walk.leaves[0].fill_up();
        Self::count_leaves::<Near, KINGS, BANS, HUFFS>(walk);
        walk.leaves[1].fill_up();
        Self::count_leaves::<Far, KINGS, BANS, HUFFS>(walk);
        walk.chains[0].fill_up();
        Self::count_chains::<Near, KINGS>(walk);
        walk.chains[1].fill_up();
        Self::count_chains::<Far, KINGS>(walk);
    }
}

impl Machine for Words {
    fn descend<S: Side, const KINGS: bool, const BANS: bool, const HUFFS: bool>(
        walk: &mut Walk,
        node: &Node,
        depth: u32,
    ) {
        descend::<Self, S, KINGS, BANS, HUFFS>(walk, node, depth);
    }

    fn count_leaves<S: Side, const KINGS: bool, const BANS: bool, const HUFFS: bool>(
        walk: &mut Walk,
    ) {
        count_leaves::<Self, S, KINGS, BANS, HUFFS>(walk);
    }

    fn count_chains<S: Side, const KINGS: bool>(walk: &mut Walk) {
        count_chains::<Self, S, KINGS>(walk);
    }

    fn count_paths<S: Side>(walk: &Walk, hunt: &Hunt<Self>) -> u64 {
        count_paths::<Self, S>(walk, hunt)
    }

    fn list_paths<S: Side>(walk: &mut Walk, hunt: &Hunt<Self>, from: u32, jumped: u32) {
        list_paths::<Self, S>(walk, hunt, from, jumped);
    }
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
impl Machine for Avx2 {
    #[inline(always)]
    fn descend<S: Side, const KINGS: bool, const BANS: bool, const HUFFS: bool>(
        walk: &mut Walk,
        node: &Node,
        depth: u32,
    ) {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
        fn run<S: Side, const KINGS: bool, const BANS: bool, const HUFFS: bool>(
            walk: &mut Walk,
            node: &Node,
            depth: u32,
        ) {
            descend::<Avx2, S, KINGS, BANS, HUFFS>(walk, node, depth);
        }
        // SAFETY: `bulk::count` chose these lanes after it detected the features.
        unsafe { run::<S, KINGS, BANS, HUFFS>(walk, node, depth) }
    }

    #[inline(always)]
    fn count_leaves<S: Side, const KINGS: bool, const BANS: bool, const HUFFS: bool>(
        walk: &mut Walk,
    ) {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
        fn run<S: Side, const KINGS: bool, const BANS: bool, const HUFFS: bool>(walk: &mut Walk) {
            count_leaves::<Avx2, S, KINGS, BANS, HUFFS>(walk);
        }
        // SAFETY: as above.
        unsafe { run::<S, KINGS, BANS, HUFFS>(walk) }
    }

    #[inline(always)]
    fn count_chains<S: Side, const KINGS: bool>(walk: &mut Walk) {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
        fn run<S: Side, const KINGS: bool>(walk: &mut Walk) {
            count_chains::<Avx2, S, KINGS>(walk);
        }
        // SAFETY: as above.
        unsafe { run::<S, KINGS>(walk) }
    }

    #[inline(always)]
    fn count_paths<S: Side>(walk: &Walk, hunt: &Hunt<Self>) -> u64 {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
        fn run<S: Side>(walk: &Walk, hunt: &Hunt<Avx2>) -> u64 {
            count_paths::<Avx2, S>(walk, hunt)
        }
        // SAFETY: as above.
        unsafe { run::<S>(walk, hunt) }
    }

    #[inline(always)]
    fn list_paths<S: Side>(walk: &mut Walk, hunt: &Hunt<Self>, from: u32, jumped: u32) {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
        fn run<S: Side>(walk: &mut Walk, hunt: &Hunt<Avx2>, from: u32, jumped: u32) {
            list_paths::<Avx2, S>(walk, hunt, from, jumped);
        }
        // SAFETY: as above.
        unsafe { run::<S>(walk, hunt, from, jumped) }
    }
}

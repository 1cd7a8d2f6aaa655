//! The walk through all leaves of a case, without those that prices rule out.

use super::tables::Table;
use super::{ARTISTS, Case, Leaf, Setting, Standing, Tokens, Variant, role};
use parlour_games::masters_gallery::rules::ROUNDS;

/// Goes through all leaves of a case, and leaves out those below the limit.
pub(super) struct Walk<'a> {
    pub(super) setting: &'a Setting,
    pub(super) case: Case,
    pub(super) variants: &'a [Variant],
    pub(super) tables: &'a [Table],
    pub(super) limit: i64,
    /// Trees: with more leaves than these, some have none.
    pub(super) most: usize,
    pub(super) left: Vec<(Leaf, Vec<Variant>)>,
}

impl Walk<'_> {
    /// Goes on from a round, with the variants that no prices have ruled out.
    fn from(
        &mut self,
        awarded: [usize; 2],
        round: usize,
        codes: [usize; ARTISTS],
        rankings: &mut [usize; ROUNDS],
        mut variants: Vec<usize>,
    ) {
        if self.left.len() > self.most {
            return;
        }
        for table in self.tables.iter().rev() {
            // What the artists can still bring from here on, whatever the rankings to come.
            let ties: i64 = (0..round).map(|r| table.ties[r][rankings[r]]).sum();
            let most =
                |artist: usize| table.most[artist][role(awarded, artist)][round][codes[artist]];
            let most = ties + (0..ARTISTS).map(most).sum::<i64>();
            if most + table.max_stock < self.limit {
                return;
            }
            if most + table.min_stock < self.limit {
                variants.retain(|&variant| most + table.stock[variant] >= self.limit);
                if variants.is_empty() {
                    return;
                }
            }
        }
        if round == ROUNDS {
            let leaf = Leaf {
                awarded,
                rankings: *rankings,
            };
            let variants: Vec<Variant> = variants.iter().map(|&at| self.variants[at]).collect();
            // With all the rules, the variants have a tree in common.
            let size = if self.setting.full { variants.len() } else { 1 };
            let groups = variants.chunks(size).map(<[Variant]>::to_vec);
            self.left.extend(groups.map(|group| (leaf.clone(), group)));
            return;
        }
        for ranking in 0..self.setting.rankings.len() {
            let standings = &self.setting.standings[ranking];
            let codes = std::array::from_fn(|artist| {
                codes[artist] * Standing::ALL.len() + standings[artist].index()
            });
            rankings[round] = ranking;
            self.from(awarded, round + 1, codes, rankings, variants.clone());
        }
    }

    pub(super) fn all(&mut self) {
        for one in 0..ARTISTS {
            for other in 0..ARTISTS {
                if (one == other) != (self.case.tokens == Tokens::Split) {
                    let variants = (0..self.variants.len()).collect();
                    self.from([one, other], 0, [0; ARTISTS], &mut [0; ROUNDS], variants);
                }
            }
        }
    }
}

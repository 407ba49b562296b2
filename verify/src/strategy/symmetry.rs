//! The images of a position under the symmetries of a header.

use std::borrow::Cow;

/// A group of symmetries: for each character of a text the place that it comes from. What stands behind the last place,
/// such as who is to move, stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Group {
    /// All but the identity.
    symmetries: Vec<Vec<usize>>,
}

impl Group {
    /// The group of these symmetries and the identity.
    ///
    /// A position is demanded by its smallest image, and checked in all images of that: so it must be one of them.
    pub(super) fn new(symmetries: Vec<Vec<usize>>) -> Result<Group, String> {
        let identity: Vec<usize> = (0..symmetries.first().map_or(0, Vec::len)).collect();
        for (index, symmetry) in symmetries.iter().enumerate() {
            let mut places = symmetry.clone();
            places.sort_unstable();
            if places != identity || *symmetry == identity || symmetries[..index].contains(symmetry) {
                return Err("the symmetries are not different permutations without the identity".to_owned());
            }
        }
        let is_known = |symmetry: Vec<usize>| symmetry == identity || symmetries.contains(&symmetry);
        let after = |one: &[usize], other: &[usize]| other.iter().map(|&place| one[place]).collect();
        let is_closed = |one: &Vec<usize>| symmetries.iter().all(|other| is_known(after(one, other)));
        if !symmetries.iter().all(is_closed) {
            return Err("the symmetries are not a group".to_owned());
        }
        Ok(Group { symmetries })
    }

    /// The images of a text, itself first, each once; `None` if it is shorter than the symmetries.
    pub(super) fn images<'t>(&self, text: &'t str) -> Option<Vec<Cow<'t, str>>> {
        let mut images = vec![Cow::Borrowed(text)];
        for symmetry in &self.symmetries {
            let image = image(symmetry, text)?;
            if !images.contains(&Cow::Borrowed(&image)) {
                images.push(Cow::Owned(image));
            }
        }
        Some(images)
    }

    /// The smallest image of a text.
    pub(super) fn smallest(&self, text: String) -> Option<String> {
        let mut smallest: Option<String> = None;
        for symmetry in &self.symmetries {
            let image = image(symmetry, &text)?;
            if smallest.as_ref().unwrap_or(&text) > &image {
                smallest = Some(image);
            }
        }
        Some(smallest.unwrap_or(text))
    }
}

fn image(symmetry: &[usize], text: &str) -> Option<String> {
    if text.is_ascii() {
        let (board, behind) = text.as_bytes().split_at_checked(symmetry.len())?;
        let image = symmetry.iter().map(|&place| board[place]).chain(behind.iter().copied());
        return String::from_utf8(image.collect()).ok();
    }
    let letters: Vec<char> = text.chars().collect();
    let (board, behind) = letters.split_at_checked(symmetry.len())?;
    Some(symmetry.iter().map(|&place| board[place]).chain(behind.iter().copied()).collect())
}

#[cfg(test)]
mod tests {
    use super::Group;

    #[test]
    fn only_groups_are_taken() {
        assert!(Group::new(vec![vec![1, 0]]).is_ok());
        assert!(Group::new(vec![vec![1, 2, 0], vec![2, 0, 1]]).is_ok());
        for wrong in [
            vec![vec![0, 1]],
            vec![vec![1, 1]],
            vec![vec![2, 1]],
            vec![vec![1, 0], vec![1, 0]],
            vec![vec![1, 2, 0]],
            vec![vec![1, 0, 2], vec![0, 2, 1]],
            vec![vec![1, 0], vec![1, 0, 2]],
        ] {
            assert!(Group::new(wrong.clone()).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn images_stand_once_and_keep_what_is_behind() {
        let turns = Group::new(vec![vec![1, 2, 0], vec![2, 0, 1]]).expect("a group");
        assert_eq!(turns.images("XO. second").expect("images"), ["XO. second", "O.X second", ".XO second"]);
        assert_eq!(turns.images("♟♟♟").expect("images").len(), 1);
        assert_eq!(turns.smallest("X.é".to_owned()).as_deref(), Some(".éX"));
        assert_eq!(turns.images("XO"), None);
    }
}

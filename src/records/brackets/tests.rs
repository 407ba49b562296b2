use super::*;

fn read(bytes: &[u8], end: Dialect, stated: Option<&str>) -> Vec<Game> {
    let stated = stated.map(|name| encoding::encoding(name).unwrap());
    let mut games = Games::new(bytes, end, stated);
    std::iter::from_fn(|| games.next().unwrap()).collect()
}

/// The properties of the main line of each game, or why it cannot be read.
fn games(bytes: &[u8], end: Dialect, stated: Option<&str>) -> Vec<Result<String, String>> {
    let shown = |nodes: Nodes| {
        let named =
            nodes.properties().map(|property| format!("{}={}", property.name, property.values.join("|")));
        named.collect::<Vec<_>>().join(" ")
    };
    read(bytes, end, stated).into_iter().map(|game| game.nodes.map(shown)).collect()
}

fn sgf(bytes: &[u8]) -> Vec<Result<String, String>> {
    games(bytes, Dialect::Sgf, None)
}

#[allow(clippy::unnecessary_wraps, reason = "it is compared with results")]
fn whole(text: &str) -> Result<String, String> {
    Ok(text.to_owned())
}

#[test]
fn games_are_found_between_other_text() {
    let found = games(b"a ( b (;A[1]B[2;)];)\n2 (;A[3]B[4];)(;", Dialect::Ggf, None);
    assert_eq!(found[..2], [whole("A=1 B=2;)"), whole("A=3 B=4")]);
    assert!(found[2].is_err() && found.len() == 3);
    let found = sgf(b"(;A[1\\]]AB[x]\n[y](;B[m];W[n(])(;B[o]))(;C [1])");
    assert_eq!(found, [whole("A=1] AB=x|y B=m W=n("), whole("C=1")]);
    assert!(sgf(b"(;A;B[1])")[0].is_err());
    assert!(games(b"(;A[1);)", Dialect::Ggf, None)[0].is_err());
    // The headers of a mail, and properties without a `;`.
    assert_eq!(
        sgf(b"From: me (home)\n\n(GM[1]SZ[9];B[aa](C[x]W[bb]))\x1a"),
        [whole("GM=1 SZ=9 B=aa C=x W=bb")]
    );
}

/// Text behind a game may have been moves: it is named, and the other games are read.
#[test]
fn what_cannot_be_read_does_not_hide_the_others() {
    let found = sgf(b"(;B[aa])\nx\n(;B[aa]%)\n(;B[cc])");
    let reasons = [
        "line 2, column 1: text behind the game: `x`",
        "line 3, column 8: found '%', expected `(`, `)` or `;`",
    ];
    assert_eq!(found, [whole("B=aa"), Err(reasons[0].to_owned()), Err(reasons[1].to_owned()), whole("B=cc")]);
    let found = sgf(b"(;B[aa]))\n(;W)\n(;B[cc])");
    let reasons = [
        "line 1, column 9: text behind the game: `)`",
        "line 2, column 4: the property W has no value: expected `[`",
    ];
    assert_eq!(found, [whole("B=aa"), Err(reasons[0].to_owned()), Err(reasons[1].to_owned()), whole("B=cc")]);
}

#[test]
fn variations_are_counted_and_depth_is_limited() {
    let found = read(b"(;A[1](;B[1])(;B[2])(;B[3]))", Dialect::Sgf, None).remove(0);
    assert_eq!(found.nodes.unwrap().variations(), 2);
    let deep = "(;".repeat(NESTING_LIMIT + 2) + &")".repeat(NESTING_LIMIT + 2) + "(;A[1])";
    let found = sgf(deep.as_bytes());
    assert!(found[0].is_err() && found[1].is_ok());
}

/// Bytes are decoded before brackets: 0x5C and 0x5D may be half of a character.
#[test]
fn half_of_a_character_is_no_bracket() {
    for (name, bytes, text) in [
        ("Shift_JIS", &b"\x83\x5c"[..], "\u{30bd}"),
        ("cp932", b"\x83\x5d", "\u{30be}"),
        ("cp936", b"\xd5\x5c", "\u{8aa0}"),
        ("GB18030", b"\x81\x5c", "\u{4e57}"),
        ("Big5", b"\xa5\x5c", "\u{529f}"),
    ] {
        let expected = format!("PB={text} B=aa W=ba");
        let moves = b"];B[aa];W[ba])";
        let bare = [b"(;PB[", bytes, moves].concat();
        let named = [format!("(;CA[{name}]PB[").as_bytes(), bytes, moves].concat();
        let later = [b"(;PB[", bytes, format!("]CA[{name}").as_bytes(), moves].concat();
        assert_eq!(games(&bare, Dialect::Sgf, Some(name)), [whole(&expected)], "{name}");
        assert_eq!(sgf(&named), [whole(&format!("CA={name} {expected}"))]);
        assert_eq!(sgf(&later)[0], whole(&expected.replacen(" B=", &format!(" CA={name} B="), 1)));
        // Without a name, nothing is lost in silence.
        assert!(sgf(&bare)[0].is_err(), "{name}");
        // A game without a name after one that has it.
        let two = [&named[..], b"\n", &bare].concat();
        assert_eq!(sgf(&two)[1], whole(&expected), "{name}");
    }
    let backslash = &sgf(b"(;SZ[9]PB[\x83\\];B[aa];W[ba])")[0];
    assert!(
        backslash.as_ref().is_err_and(|error| error.starts_with("line 1, column 12: this backslash")),
        "{backslash:?}"
    );
    assert_eq!(sgf(b"(;PB[Andr\xe9];B[aa])"), [whole("PB=Andr\u{e9} B=aa")]);
}

#[test]
fn guesses_are_remarked_on() {
    let remarks = |bytes: &[u8], stated| {
        let game = read(bytes, Dialect::Sgf, stated).remove(0);
        assert!(game.nodes.is_ok(), "{game:?}");
        game.remarks.iter().map(|remark| remark.to_string()[..40].to_owned()).collect::<Vec<_>>()
    };
    let guess = ["line 1, column 7: no encoding is named: "];
    assert_eq!(remarks(b"(;PB[a\xe9])", None), guess);
    assert_eq!(remarks("(;PB[a\u{e9}])".as_bytes(), None), guess);
    assert_eq!(remarks("\u{feff}(;PB[a\u{e9}])".as_bytes(), None), [""; 0]);
    assert_eq!(remarks(b"(;PB[a\xe9])", Some("latin1")), [""; 0]);
    let replaced = ["line 1, column 17: a byte that is not U"];
    assert_eq!(remarks(b"(;CA[UTF-8]PB[..\xd0\xec];B[aa])", None), replaced.map(|text| format!("{text}T")));
    let lower = ["line 1, column 3: names of properties in"];
    assert_eq!(remarks(b"(;sz[9];b[aa])", None), lower);
    assert_eq!(sgf(b"(;sz[9]BlacK[x];b[aa])"), [whole("SZ=9 BK=x B=aa")]);
    assert!(sgf(b"(;CA[martian])")[0].as_ref().is_err_and(|error| error.contains("martian")));
    assert!(sgf(b"(;CA[UTF-16])(;B[aa])")[0].as_ref().is_err_and(|error| error.contains("UTF-16")));
}

"""The forms that books about a game may have: those that `certamen theorem` prints, which a person can read, and no others.

A book could do much that its text does not show at a glance: change the reader, generate events, attach or redefine
functions, use a function of a library whose name says something else. ACL2 stays sound, but what it prints might mean
something else than a reader thinks. So the books of a directory are read here first, more strictly than ACL2 reads them:
definitions by functions and macros of a short list, theorems, and refutations by FGL.
"""
import re
import stat

MOST_BYTES = 16_000_000
BOOKS = ["game", "theorem"]

TOKEN = re.compile(r"""(?P<blank>[ \n]+|;[ -~]*)|(?P<sign>[()'])|(?P<string>"[\w .*/'-]*")"""
                   r"""|(?P<word>fgl::def-fgl-thm|:?[a-z0-9_*+<>=-]+|\.(?=\ ))(?=[ \n();])""")
INTEGER = re.compile(r"-?[0-9]+")
NAME = re.compile(r"[a-z][a-z0-9_-]*")
CONSTANT = re.compile(r"\*[a-z][a-z0-9-]*\*")
GOAL = re.compile(r"\"(goal|subgoal [0-9*/.']+)\"")

# What a definition or a statement may use: functions and macros of ACL2 and of sets.lisp.
WORDS = set("""and or not if implies iff equal = < <= > >= + - * 1+ 1- zp nfix natp integerp consp atom
    list cons append car cdr first second third nth len member-equal no-duplicatesp-equal bitp
    set-of square-set set-and set-or set-xor set-not setp has some-square set-equal moved image
    north northeast east southeast south southwest west northwest
    squares-in size counts<= moves-of one-square make-ord""".split())
# How the two books begin. What a proof needs is local, so that a theorem cannot speak of it.
PRELUDE = {
    "game": [["in-package", '"ACL2"'], ["include-book", '"sets"'], ["set-ignore-ok", "t"],
             ["set-irrelevant-formals-ok", "t"]],
    "theorem": [["in-package", '"ACL2"'], ["include-book", '"game"'], ["local", ["include-book", '"refute"']],
                ["local", ["include-book", '"totals"']], ["local", ["include-book", '"games"']],
                ["local", ["include-book", '"replies"']], ["set-ignore-ok", "t"], ["set-irrelevant-formals-ok", "t"]],
}
HINTS = {":by", ":use", ":expand", ":induct", ":in-theory"}


class Unreadable(Exception):
    """The directory does not have the files, or they cannot be read."""


class Refused(Exception):
    """A form that `certamen theorem` never prints."""


def read_file(path, most=MOST_BYTES):
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise Unreadable(f"{path} is not a file")
        with open(path, "rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror}") from None
    if len(data) > most:
        raise Unreadable(f"{path} has more than {most} bytes")
    return data


def parse(book, data):
    """The forms of a book, each with its line: lists, and atoms as text. 'X is (quote X)."""
    line = 1

    def refuse(reason):
        raise Refused(f"{book}.lisp, line {line}: {reason}")

    try:
        text = data.decode("ascii")
    except UnicodeDecodeError as error:
        line += data[:error.start].count(b"\n")
        refuse("not ASCII")
    open_lists, at = [[]], 0
    while at < len(text):
        token = TOKEN.match(text, at)
        if token is None:
            refuse(f"cannot be read: {text[at:at + 20].splitlines()[0]!r}")
        if len(open_lists) == 1 and not token["blank"]:
            begins = line
        if token["sign"] == "(":
            open_lists.append([])
        elif token["sign"] == "'":
            open_lists.append("'")
        elif not token["blank"]:
            item = token[0]
            if token["sign"]:
                item = open_lists.pop()
                if not open_lists or item == "'":
                    refuse("a parenthesis too many")
            while open_lists[-1] == "'":
                open_lists.pop()
                item = ["quote", item]
            open_lists[-1].append((begins, item) if len(open_lists) == 1 and token["sign"] else item)
            if len(open_lists) == 1 and not isinstance(open_lists[0][-1], tuple):
                refuse(f"no form: {token[0]}")
        line += token[0].count("\n")
        at = token.end()
    if len(open_lists) > 1:
        refuse("ends within a form")
    return open_lists[0]


def check_layout(book, data):
    """No line that a screen cuts off, and no gap that hides what comes behind it."""
    for number, line in enumerate(data.decode("ascii", "replace").split("\n"), 1):
        if len(line) > 250 and not line.startswith(";"):
            raise Refused(f"{book}.lisp, line {number}: more than 250 characters")
    if b"\n\n\n" in data:
        raise Refused(f"{book}.lisp: more than one empty line in a row")


def check_names(texts):
    """No two words that look alike, such as `rule-l` and `rule-1`: a reader would take them for one."""
    words = {word for data in texts.values() for word in re.findall(r"[a-z0-9_*-]+", without_comments(data.decode("ascii")))}
    seen = {}
    for word in sorted(word for word in words if re.search("[a-z]", word)):
        other = seen.setdefault(word.translate(str.maketrans("lo_i", "10-1")), word)
        if other != word:
            raise Refused(f"{other} and {word} look alike")


def without_comments(text):
    return re.sub(r";[^\n]*", "", text)


class Reader:
    """Checks one form after the other, and remembers what they define."""

    def __init__(self):
        self.functions, self.theorems, self.constants, self.where = set(), [], set(), ""

    def require(self, holds, reason):
        if not holds:
            raise Refused(f"{self.where}: {reason}")

    def book(self, book, forms):
        begins = [form for _, form in forms[:len(PRELUDE[book])]]
        if begins != PRELUDE[book]:
            raise Refused(f"{book}.lisp does not begin with {' '.join(shown(form) for form in PRELUDE[book])}")
        for line, form in forms[len(PRELUDE[book]):]:
            self.where = f"{book}.lisp, line {line}"
            head = form[0] if form and isinstance(form[0], str) else ""
            if head == "defun":
                self.defun(form)
            elif head == "mutual-recursion":
                self.mutual_recursion(form)
            elif head == "defconst":
                self.defconst(form)
            elif book == "theorem" and head in ("defthm", "local"):
                self.theorem(form)
            else:
                self.require(False, f"a form that is not allowed: {shown(form)}")

    def name(self, name):
        self.require(isinstance(name, str) and NAME.fullmatch(name) and name not in WORDS, f"no name: {shown(name)}")

    def mutual_recursion(self, form):
        """Two functions that call each other: both are known in both."""
        definitions = form[1:]
        self.require(len(definitions) == 2 and all(isinstance(one, list) and len(one) == 5 and one[0] == "defun" for one in definitions),
                     f"not allowed: {shown(form)}")
        for definition in definitions:
            self.name(definition[1])
            self.functions.add(definition[1])
        for definition in definitions:
            self.defun(definition)

    def defun(self, form):
        self.require(len(form) in (4, 5) and isinstance(form[2], list), f"no definition: {shown(form)}")
        self.name(form[1])
        for variable in form[2]:
            self.require(isinstance(variable, str) and NAME.fullmatch(variable), f"no variable: {shown(variable)}")
        self.functions.add(form[1])
        if len(form) == 5:
            declared = form[3]
            self.require(declared[:1] == ["declare"] and len(declared) == 2 and len(declared[1]) in (3, 5)
                         and declared[1][:2] == ["xargs", ":measure"] and declared[1][3:4] in ([], [":hints"]),
                         f"not allowed: {shown(declared)}")
            self.expression(declared[1][2])
            self.hints(declared[1][4] if len(declared[1]) == 5 else [])
        self.expression(form[-1])

    def defconst(self, form):
        self.require(len(form) == 3 and isinstance(form[1], str) and CONSTANT.fullmatch(form[1]),
                     f"no constant: {shown(form)}")
        self.require(isinstance(form[2], list) and form[2][:1] == ["quote"] and len(form[2]) == 2, f"no constant: {shown(form)}")
        self.data(form[2][1])
        self.constants.add(form[1])

    def theorem(self, form):
        is_local = form[0] == "local"
        if is_local:
            self.require(len(form) == 2 and isinstance(form[1], list) and form[1][:1] in (["defthm"], ["fgl::def-fgl-thm"]),
                         f"not allowed: {shown(form)}")
            form = form[1]
        self.require(len(form) >= 3 and len(form) % 2 == 1, f"no theorem: {shown(form)}")
        self.name(form[1])
        self.expression(form[2])
        for key, value in zip(form[3::2], form[4::2]):
            if key == ":sat-config" and form[0] != "defthm":
                self.require(isinstance(value, list) and len(value) == 2 and isinstance(value[1], list)
                             and len(value[1]) == 3 and re.fullmatch(r'"[\w-]+"', str(value[1][0]))
                             and value[1][1] == "." and INTEGER.fullmatch(str(value[1][2])), f"not allowed: {shown(value)}")
            elif key == ":make-ites" and form[0] != "defthm":
                self.require(value == "t", f"not allowed: {shown(value)}")
            elif key == ":hints" and form[0] == "defthm":
                self.hints(value)
            else:
                self.require(key == ":rule-classes" and value == "nil", f"not allowed: {shown(key)} {shown(value)}")
        if not is_local:
            self.theorems.append(form[1])

    def hints(self, hints):
        """Hints of goals, not those that are computed."""
        self.require(isinstance(hints, list), "hints are no list")
        for hint in hints:
            self.require(isinstance(hint, list) and len(hint) % 2 == 1 and isinstance(hint[0], str)
                         and GOAL.fullmatch(hint[0]) and all(isinstance(key, str) and key in HINTS for key in hint[1::2]),
                         f"not allowed: {shown(hint)}")
            for key, value in zip(hint[1::2], hint[2::2]):
                self.hint(key, value)

    def hint(self, key, value):
        """What a hint says: ACL2 evaluates theories, so that they may call nothing else."""
        if key == ":in-theory":
            while isinstance(value, list) and value[:1] == ["union-theories"] and len(value) == 3 and value[2][:1] == ["quote"]:
                value = value[1]
            self.require(isinstance(value, list) and len(value) == 2 and value[0] == "theory" and value[1][:1] == ["quote"],
                         f"no theory: {shown(value)}")
        elif key == ":expand":
            self.require(isinstance(value, list), f"not allowed: {shown(value)}")
            for term in value:
                self.expression(term)
        elif key == ":induct":
            self.expression(value)
        else:
            pending = [value] if isinstance(value, str) or value[:1] == [":instance"] else list(value)
            while pending:
                lemma = pending.pop()
                if isinstance(lemma, list):
                    self.require(len(lemma) >= 2 and lemma[0] in (":instance", ":functional-instance"), f"no lemma: {shown(lemma)}")
                    pending.append(lemma[1])
                    for pair in lemma[2:]:
                        self.require(isinstance(pair, list) and len(pair) == 2, f"not allowed: {shown(pair)}")
                        self.expression(pair[1])
                else:
                    self.name(lemma)

    def expression(self, expression):
        """Variables are left to ACL2; what is called has to be known here."""
        pending = [expression]
        while pending:
            part = pending.pop()
            if isinstance(part, str):
                self.require(NAME.fullmatch(part) or INTEGER.fullmatch(part) or part in self.constants or part[0] == ":",
                             f"not allowed: {part}")
                continue
            self.require(part and isinstance(part[0], str), f"nothing is called: {shown(part)}")
            head, rest = part[0], part[1:]
            if head == "quote":
                self.require(len(rest) == 1, f"not allowed: {shown(part)}")
                self.data(rest[0])
            elif head == "cond":
                self.require(all(isinstance(clause, list) and len(clause) == 2 for clause in rest), f"not allowed: {shown(part)}")
                pending += [item for clause in rest for item in clause]
            elif head in ("let", "let*"):
                self.require(len(rest) == 2 and isinstance(rest[0], list)
                             and all(isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str)
                                     and NAME.fullmatch(pair[0]) for pair in rest[0]), f"not allowed: {shown(part)}")
                pending += [pair[1] for pair in rest[0]] + [rest[1]]
            else:
                self.require(head in WORDS or head in self.functions, f"{head} is not defined here, and not on the list")
                pending += rest

    def data(self, data):
        """Numbers, names, keywords, and lists of them."""
        pending = [data]
        while pending:
            part = pending.pop()
            if isinstance(part, list):
                pending += part
            else:
                self.require(NAME.fullmatch(part) or INTEGER.fullmatch(part) or part[0] == ":", f"not allowed: {part}")


def shown(form, most=60):
    """A form as text, cut off; without recursion, since a form may be nested deeply."""
    pieces, pending = [], [form]
    while pending and sum(map(len, pieces)) < most:
        part = pending.pop()
        if isinstance(part, list):
            pending += [")", *reversed(part), "("]
        else:
            pieces.append(part)
    text = re.sub(r"(?<=\() | (?=\))", "", " ".join(pieces))
    return text if len(text) <= most else text[:most] + "..."


def read_directory(directory):
    """The texts of the books of a directory, its theorems, and which book defines which function."""
    texts = {book: read_file(directory / f"{book}.lisp") for book in BOOKS}
    listed = read_file(directory / "theorems.txt").decode("ascii", "replace")
    reader, defined = Reader(), {}
    for book in BOOKS:
        check_layout(book, texts[book])
        reader.book(book, parse(book, texts[book]))
        defined |= {name: book for name in reader.functions if name not in defined}
    check_names(texts)
    if listed != "".join(f"theorem {name}\n" for name in reader.theorems) or not listed:
        raise Refused("theorems.txt does not list the theorems of theorem.lisp")
    return texts, reader.theorems, defined

//! A JSON Schema as schemars writes it, looked at from one value.
//!
//! Only what schemars emits for serde types is understood. What is not understood
//! is let through: serde has the last word anyway.

use serde_json::{Map, Value};

/// A schema cannot lead further than this from reference to reference.
const FURTHEST: usize = 32;

/// Nor can it have more parts, lest one that refers to itself twice grows for ever.
const MOST_PARTS: usize = 256;

/// How deep choices lie in choices, and how many alternatives that may give in all.
const CHOICES_DEEP: usize = 8;
const MOST_LEAVES: usize = 1024;

/// What a value can be, roughly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Null,
    Truth,
    Whole,
    Number,
    Text,
    List,
    Table,
}

impl Kind {
    fn named(name: &str) -> Option<Kind> {
        Some(match name {
            "null" => Kind::Null,
            "boolean" => Kind::Truth,
            "integer" => Kind::Whole,
            "number" => Kind::Number,
            "string" => Kind::Text,
            "array" => Kind::List,
            "object" => Kind::Table,
            _ => return None,
        })
    }

    pub(crate) fn of(value: &Value) -> Kind {
        match value {
            Value::Null => Kind::Null,
            Value::Bool(_) => Kind::Truth,
            // serde does not take 2.0 for a whole number, so neither do we.
            Value::Number(number) if number.is_f64() => Kind::Number,
            Value::Number(_) => Kind::Whole,
            Value::String(_) => Kind::Text,
            Value::Array(_) => Kind::List,
            Value::Object(_) => Kind::Table,
        }
    }
}

/// A schema and the references in it.
#[derive(Clone, Copy)]
pub(crate) struct Schemas<'a> {
    pub(crate) root: &'a Value,
}

/// Everything one schema demands of a value: its parts hold together, of each choice one holds.
#[derive(Debug, Clone, Default)]
pub(crate) struct Form<'a> {
    pub(crate) parts: Vec<&'a Map<String, Value>>,
    pub(crate) choices: Vec<&'a Vec<Value>>,
    pub(crate) never: bool,
}

impl<'a> Schemas<'a> {
    pub(crate) fn form(self, schema: &'a Value) -> Form<'a> {
        let mut form = Form::default();
        self.spread(schema, &mut form, 0);
        form
    }

    /// Follows references and `allOf` until only plain demands are left.
    fn spread(self, schema: &'a Value, form: &mut Form<'a>, hops: usize) {
        let Value::Object(part) = schema else {
            form.never |= *schema == Value::Bool(false);
            return;
        };
        if hops > FURTHEST || form.parts.len() > MOST_PARTS {
            return;
        }
        form.parts.push(part);
        let target = part.get("$ref").and_then(Value::as_str).and_then(|name| name.strip_prefix('#'));
        if let Some(target) = target.and_then(|pointer| self.root.pointer(pointer)) {
            self.spread(target, form, hops + 1);
        }
        for all in part.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            self.spread(all, form, hops + 1);
        }
        form.choices.extend(["oneOf", "anyOf"].iter().filter_map(|&key| part.get(key)?.as_array()));
    }

    /// The alternatives of a choice, with choices inside of choices laid flat.
    pub(crate) fn leaves(self, choice: &'a [Value]) -> Vec<Form<'a>> {
        let mut leaves = Vec::new();
        self.flatten(choice, &mut leaves, 0);
        leaves
    }

    fn flatten(self, choice: &'a [Value], leaves: &mut Vec<Form<'a>>, hops: usize) {
        for schema in choice {
            if leaves.len() >= MOST_LEAVES {
                return;
            }
            let form = self.form(schema);
            match form.choices.as_slice() {
                [inner] if form.says_nothing() && hops < CHOICES_DEEP => {
                    self.flatten(inner, leaves, hops + 1)
                }
                _ => leaves.push(form),
            }
        }
    }
}

impl<'a> Form<'a> {
    /// Whether it only points elsewhere.
    fn says_nothing(&self) -> bool {
        let demands = ["type", "properties", "const", "enum", "items", "additionalProperties"];
        !self.never && !self.parts.iter().any(|part| demands.iter().any(|&key| part.contains_key(key)))
    }

    /// Adds what a chosen alternative demands.
    pub(crate) fn join(&mut self, other: Form<'a>) {
        self.parts.extend(other.parts);
        self.choices.extend(other.choices);
        self.never |= other.never;
    }

    /// The values of a keyword, over all parts.
    pub(crate) fn each(&self, key: &'static str) -> impl Iterator<Item = &'a Value> + use<'a, '_> {
        self.parts.iter().filter_map(move |part| part.get(key))
    }

    /// The kinds of value it takes; none named means any.
    pub(crate) fn kinds(&self) -> Vec<Kind> {
        let named = self.each("type").next().map(|kind| match kind {
            Value::Array(several) => several.iter().filter_map(|one| Kind::named(one.as_str()?)).collect(),
            one => one.as_str().and_then(Kind::named).into_iter().collect::<Vec<_>>(),
        });
        named.unwrap_or_else(|| match self.fixed() {
            Some(values) => values.into_iter().map(Kind::of).collect(),
            None if self.each("properties").next().is_some() => vec![Kind::Table],
            None => Vec::new(),
        })
    }

    pub(crate) fn accepts(&self, value: &Value) -> bool {
        let (kinds, kind) = (self.kinds(), Kind::of(value));
        kinds.is_empty() || kinds.contains(&kind) || (kind == Kind::Whole && kinds.contains(&Kind::Number))
    }

    /// The values it is limited to, if it is.
    pub(crate) fn fixed(&self) -> Option<Vec<&'a Value>> {
        let one = self.each("const").next().map(|value| vec![value]);
        one.or_else(|| self.each("enum").find_map(|values| Some(values.as_array()?.iter().collect())))
    }

    /// The words it is limited to.
    pub(crate) fn words(&self) -> Vec<&'a str> {
        self.fixed().into_iter().flatten().filter_map(Value::as_str).collect()
    }

    pub(crate) fn properties(&self) -> impl Iterator<Item = (&'a String, &'a Value)> + use<'a, '_> {
        self.each("properties").filter_map(Value::as_object).flatten()
    }

    pub(crate) fn required(&self) -> impl Iterator<Item = &'a str> + use<'a, '_> {
        self.each("required").filter_map(Value::as_array).flatten().filter_map(Value::as_str)
    }

    /// The schemas for one key of a table; none if the key is unknown.
    pub(crate) fn under(&self, key: &str) -> Option<Vec<&'a Value>> {
        let mut found: Vec<_> = self.each("properties").filter_map(|known| known.get(key)).collect();
        let patterns = self.each("patternProperties").filter_map(Value::as_object).flatten();
        found.extend(patterns.filter(|(pattern, _)| matches(pattern, key)).map(|(_, schema)| schema));
        if !found.is_empty() {
            return Some(found);
        }
        let others = ["additionalProperties", "unevaluatedProperties"];
        let rest: Vec<_> = others.iter().flat_map(|&other| self.each(other)).collect();
        // Parts join: one that closes the table closes it for all, whatever the others let in.
        if rest.iter().any(|schema| **schema == Value::Bool(false)) { None } else { Some(rest) }
    }

    /// The key of an alternative that is a table with just this key: a serde variant with data.
    pub(crate) fn tag(&self) -> Option<(&'a str, &'a Value)> {
        let mut properties = self.properties();
        let (key, inner) = properties.next()?;
        let alone = properties.next().is_none() && self.required().eq([key.as_str()]);
        (alone && inner.get("const").is_none()).then_some((key.as_str(), inner))
    }

    /// The key and word by which an alternative tells itself apart: `kind = "plain"`.
    pub(crate) fn label(&self) -> Option<(&'a str, &'a str)> {
        let fixed =
            |(key, schema): (&'a String, &'a Value)| Some((key.as_str(), schema.get("const")?.as_str()?));
        let (key, word) = self.properties().find_map(fixed)?;
        self.required().any(|required| required == key).then_some((key, word))
    }
}

/// The patterns schemars writes for numbers as keys; any other lets all keys through.
fn matches(pattern: &str, key: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match pattern {
        r"^\d+$" => digits(key),
        r"^-?\d+$" => digits(key.strip_prefix('-').unwrap_or(key)),
        _ => true,
    }
}

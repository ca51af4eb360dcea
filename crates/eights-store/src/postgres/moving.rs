//! Moves a store between a folder and a database, and compares everything afterwards.
//!
//! Both sides have the same tables, so a backup, which is one SQLite file, is the form in between:
//! a folder is backed up and the file is copied into the database, or the database is copied into a
//! file, which is restored. Every match is replayed, and its journal is read from both sides and
//! compared. The source is only read.

use std::{
    fs,
    path::{Path, PathBuf},
    pin::pin,
};

use futures_util::TryStreamExt;
use rusqlite::{Connection as File, types::Value};
use tokio_postgres::{
    Row,
    binary_copy::BinaryCopyInWriter,
    types::{ToSql, Type},
};

use super::{
    connection::Connection,
    database::Database,
    error::failed,
    schema::{add_month, month_of},
    store::Postgres,
};
use crate::{
    Durability, MatchId, Places, Restored, Sqlite, Store, StoreError, back_up, restore,
    sqlite::{
        error::failed as file_failed,
        folder::{DATABASE, Folder},
        restore::replay_all,
        schema,
    },
};

/// A table that both sides have.
struct Table {
    name: &'static str,
    columns: &'static str,
    /// The columns by which rows are sorted for comparing.
    key: &'static str,
    /// When the match of a row began, which decides the month of its partition in the database.
    began: Option<&'static str>,
}

const TABLES: [Table; 8] = [
    table("sheet_text", "id, text", "id"),
    Table {
        began: Some("began"),
        ..table("match", "id, head, sheet, title, began, ended, result, kept_since", "id")
    },
    Table {
        began: Some("(SELECT began FROM match WHERE id = steps.match)"),
        ..table("steps", "match, first, count, bytes", "match, first")
    },
    table("seated", "person, match, seat", "person, match, seat"),
    table("room", "code, saved, used", "code"),
    table("person", "id, token, name, since, used, visited", "id"),
    table("sheet", "game, hash, sheet, by, at, used", "game, hash"),
    table("ban", "who", "who"),
];

const fn table(name: &'static str, columns: &'static str, key: &'static str) -> Table {
    Table { name, columns, key, began: None }
}

impl Table {
    fn select(&self) -> String {
        format!("SELECT {} FROM {} ORDER BY {}", self.columns, self.name, self.key)
    }
}

/// Copies the store in a folder into an empty database.
pub(crate) fn into_database(folder: &Path, url: &str) -> Result<Restored, StoreError> {
    if !folder.join(DATABASE).is_file() {
        return Err(StoreError::Failed(format!("there is no store in the folder {}", folder.display())));
    }
    // Both belong to this program until the end.
    let source = Sqlite::open(folder, Durability::Full)?;
    let target = Postgres::open(url)?;
    let between = Between::beside(folder)?;
    let mut problems = source.rooms()?.1;
    problems.extend(back_up(folder, &between.file())?.problems);
    let file = schema::reader(&between.file()).map_err(file_failed)?;
    run(async {
        let database = connect(url).await?;
        check_empty(&database).await?;
        fill_database(&file, &database).await?;
        compare(&file, &database).await
    })?;
    compare_journals(&file, &source, &target)?;
    let mut moved = replay_all(&file).map_err(file_failed)?;
    problems.append(&mut moved.problems);
    Ok(Restored { problems, ..moved })
}

/// Copies a database that no server uses into an empty folder.
pub(crate) fn into_folder(url: &str, folder: &Path) -> Result<Restored, StoreError> {
    // Takes all tables, and folds what servers that have died left in their logs.
    let source = Postgres::open(url)?;
    let between = Between::beside(folder)?;
    let file = schema::prepare(&between.file(), Durability::Normal).map_err(file_failed)?;
    run(async {
        let database = connect(url).await?;
        // One state of the database, for copying and comparing.
        database.batch("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY").await.map_err(|e| failed(&e))?;
        check_alone(&database, &source).await?;
        fill_file(&database, &file).await?;
        compare(&file, &database).await
    })?;
    // One file, without a log beside it.
    file.pragma_update(None, "journal_mode", "DELETE").map_err(file_failed)?;
    let moved = restore(&between.file(), folder)?;
    let target = Sqlite::open(folder, Durability::Full)?;
    compare_journals(&file, &source, &target)?;
    Ok(moved)
}

/// A folder for the file between both sides; dropping this removes it.
struct Between {
    path: PathBuf,
    _lock: Folder,
}

impl Between {
    fn beside(folder: &Path) -> Result<Between, StoreError> {
        let mut name = folder.file_name().unwrap_or("eights".as_ref()).to_owned();
        name.push(".moving");
        let path = folder.with_file_name(name);
        let between = Between { _lock: Folder::lock(&path)?, path };
        // Left behind by an earlier attempt that was killed.
        let _ = fs::remove_file(between.file());
        Ok(between)
    }

    fn file(&self) -> PathBuf {
        self.path.join("moving.db")
    }
}

impl Drop for Between {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Runs on this thread: rows of SQLite cannot go to another one.
fn run<T>(work: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let none = |error| StoreError::Failed(format!("no thread for the database: {error}"));
    runtime.map_err(none)?.block_on(work)
}

async fn connect(url: &str) -> Result<Connection, StoreError> {
    Connection::open(&Database::read(url)?).await
}

async fn check_empty(database: &Connection) -> Result<(), StoreError> {
    for table in &TABLES {
        let sql = format!("SELECT 1 FROM {} LIMIT 1", table.name);
        if !database.client().query(&sql, &[]).await.map_err(|error| failed(&error))?.is_empty() {
            return Err(StoreError::Failed("the database is not empty: create another one".into()));
        }
    }
    Ok(())
}

/// Checks that nothing is written meanwhile, and that no step is only in a log. The own log has no steps: this
/// program has only claimed the tables.
async fn check_alone(database: &Connection, own: &Postgres) -> Result<(), StoreError> {
    const OTHERS: &str = "SELECT 1 FROM node WHERE is_open AND id <> $1
        UNION ALL SELECT 1 FROM log WHERE node <> $1 LIMIT 1";
    let own = super::write::signed(own.node().0);
    match database.query_opt(OTHERS, &[&own]).await.map_err(|error| failed(&error))? {
        Some(_) => Err(StoreError::Failed("another server uses this database: stop it".into())),
        None => Ok(()),
    }
}

/// Copies everything into the database, in one transaction.
async fn fill_database(file: &File, database: &Connection) -> Result<(), StoreError> {
    for month in months(file).map_err(file_failed)? {
        add_month(database, month).await?;
    }
    let batch = async |sql: &str| database.batch(sql).await.map_err(|error| failed(&error));
    batch("BEGIN").await?;
    for table in &TABLES {
        fill_table(file, database, table).await?;
    }
    let uptime: i64 =
        file.query_row("SELECT minutes FROM uptime", [], |row| row.get(0)).map_err(file_failed)?;
    batch(&format!("UPDATE eights SET uptime = {uptime}")).await?;
    database.take_warning();
    batch("COMMIT").await?;
    if database.take_warning() {
        let why = "somebody cancelled the wait for the standby: empty the database, and move again";
        return Err(StoreError::Failed(why.into()));
    }
    Ok(())
}

/// The months in which matches began.
fn months(file: &File) -> rusqlite::Result<Vec<i32>> {
    let mut statement = file.prepare("SELECT began FROM match")?;
    let months = statement.query_map([], |row| row.get(0).map(month_of))?;
    let mut months: Vec<i32> = months.collect::<Result<_, _>>()?;
    months.sort_unstable();
    months.dedup();
    Ok(months)
}

async fn fill_table(file: &File, database: &Connection, table: &Table) -> Result<(), StoreError> {
    let Table { name, columns, began, .. } = table;
    let month = if began.is_some() { ", month" } else { "" };
    let began = began.map_or(String::new(), |began| format!(", {began}"));
    let refused = |error: tokio_postgres::Error| failed(&error);
    let described = database.client().prepare(&format!("SELECT {columns}{month} FROM {name}")).await;
    let types: Vec<Type> =
        described.map_err(refused)?.columns().iter().map(|column| column.type_().clone()).collect();
    let copy = format!("COPY {name} ({columns}{month}) FROM STDIN (FORMAT binary)");
    let sink = database.client().copy_in(&copy).await.map_err(refused)?;
    let mut writer = pin!(BinaryCopyInWriter::new(sink, &types));
    let mut statement = file.prepare(&format!("SELECT {columns}{began} FROM {name}")).map_err(file_failed)?;
    let mut rows = statement.query([]).map_err(file_failed)?;
    while let Some(row) = rows.next().map_err(file_failed)? {
        let mut cells = Vec::with_capacity(types.len());
        for (column, kind) in types.iter().enumerate() {
            let value: Value = row.get(column).map_err(file_failed)?;
            cells.push(cell(value, kind).ok_or_else(|| {
                StoreError::Failed(format!("a row of the table {name} has a value of another kind"))
            })?);
        }
        let row: Vec<&(dyn ToSql + Sync)> = cells.iter().map(|cell| &**cell).collect();
        writer.as_mut().write(&row).await.map_err(refused)?;
    }
    writer.as_mut().finish().await.map(drop).map_err(refused)
}

/// A value of the file as one of the database; of the kinds that the tables have.
fn cell(value: Value, kind: &Type) -> Option<Box<dyn ToSql + Sync>> {
    Some(match (value, kind) {
        (Value::Integer(number), &Type::INT8) => Box::new(number),
        (Value::Integer(number), &Type::INT2) => Box::new(i16::try_from(number).ok()?),
        // The only one is the month, for which the file has the date.
        (Value::Integer(began), &Type::INT4) => Box::new(month_of(began.max(0) as u64)),
        (Value::Text(text), &Type::TEXT) => Box::new(text),
        (Value::Blob(bytes), &Type::BYTEA) => Box::new(bytes),
        (Value::Null, &Type::INT8) => Box::new(None::<i64>),
        (Value::Null, &Type::TEXT) => Box::new(None::<String>),
        _ => return None,
    })
}

/// The values of a row of the database as those of the file.
fn values(row: &Row) -> Vec<Value> {
    let value = |(place, kind): (usize, &Type)| match *kind {
        Type::INT8 => row.get::<_, Option<i64>>(place).into(),
        Type::INT2 => i64::from(row.get::<_, i16>(place)).into(),
        Type::BYTEA => row.get::<_, Vec<u8>>(place).into(),
        _ => row.get::<_, Option<String>>(place).into(),
    };
    row.columns().iter().map(tokio_postgres::Column::type_).enumerate().map(value).collect()
}

/// Copies everything into the file.
async fn fill_file(database: &Connection, file: &File) -> Result<(), StoreError> {
    file.execute_batch("BEGIN").map_err(file_failed)?;
    for table in &TABLES {
        let places: Vec<String> = (1..=table.columns.split(", ").count()).map(|n| format!("?{n}")).collect();
        let insert = format!("INSERT INTO {} ({}) VALUES ({})", table.name, table.columns, places.join(", "));
        let mut insert = file.prepare(&insert).map_err(file_failed)?;
        let rows =
            database.client().query_raw(&table.select(), NONE).await.map_err(|error| failed(&error))?;
        let mut rows = pin!(rows);
        while let Some(row) = rows.try_next().await.map_err(|error| failed(&error))? {
            insert.execute(rusqlite::params_from_iter(values(&row))).map_err(file_failed)?;
        }
    }
    let uptime =
        database.query_one("SELECT uptime FROM eights", &[]).await.map_err(|error| failed(&error))?;
    file.execute("UPDATE uptime SET minutes = ?1", [uptime.get::<_, i64>(0)]).map_err(file_failed)?;
    file.execute_batch("COMMIT").map_err(file_failed)
}

/// No parameters.
const NONE: [&str; 0] = [];

/// Reads every table from both sides, and compares the rows.
async fn compare(file: &File, database: &Connection) -> Result<(), StoreError> {
    for table in &TABLES {
        let differs = || StoreError::Failed(format!("the table {} was not copied as it was", table.name));
        let rows =
            database.client().query_raw(&table.select(), NONE).await.map_err(|error| failed(&error))?;
        let mut theirs = pin!(rows);
        let mut statement = file.prepare(&table.select()).map_err(file_failed)?;
        let columns = statement.column_count();
        let mut ours = statement.query([]).map_err(file_failed)?;
        while let Some(row) = theirs.try_next().await.map_err(|error| failed(&error))? {
            let Some(own) = ours.next().map_err(file_failed)? else { return Err(differs()) };
            let own: Vec<Value> =
                (0..columns).map(|column| own.get(column)).collect::<Result<_, _>>().map_err(file_failed)?;
            if own != values(&row) {
                return Err(differs());
            }
        }
        if ours.next().map_err(file_failed)?.is_some() {
            return Err(differs());
        }
    }
    Ok(())
}

/// Reads the journal of every match from both stores, as a server would, and compares them.
fn compare_journals(file: &File, one: &dyn Store, other: &dyn Store) -> Result<(), StoreError> {
    let mut statement = file.prepare("SELECT id FROM match").map_err(file_failed)?;
    let mut ids = statement.query([]).map_err(file_failed)?;
    while let Some(row) = ids.next().map_err(file_failed)? {
        let id = MatchId::new(row.get(0).map_err(file_failed)?);
        // A journal that is damaged is as damaged as it was.
        if one.journal(id).ok() != other.journal(id).ok() {
            return Err(StoreError::Failed(format!("match {id} was not copied as it was")));
        }
    }
    Ok(())
}

//! The table of results as a Parquet file.

use std::sync::Arc;

use parquet::{
    data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type},
    errors::ParquetError,
    file::{properties::WriterProperties, writer::SerializedFileWriter},
    schema::parser::parse_message_type,
};

use super::rows::{Row, VALUES, WORDS};
use crate::error::LabError;

/// The rows as a Parquet file with the same columns.
///
/// # Errors
///
/// If the library cannot encode them.
pub(super) fn parquet(rows: &[Row]) -> Result<Vec<u8>, LabError> {
    write_parquet(rows).map_err(|error| LabError::Write("the Parquet file".to_owned(), error.to_string()))
}

fn write_parquet(rows: &[Row]) -> Result<Vec<u8>, ParquetError> {
    let words = WORDS.map(|name| format!("REQUIRED BYTE_ARRAY {name} (UTF8);"));
    let values = VALUES.map(|name| format!("REQUIRED DOUBLE {name};"));
    let text = format!("message eights {{ {} {} REQUIRED INT64 n; }}", words.join(" "), values.join(" "));
    let schema = Arc::new(parse_message_type(&text)?);
    let mut bytes = Vec::new();
    let mut file =
        SerializedFileWriter::new(&mut bytes, schema, Arc::new(WriterProperties::builder().build()))?;
    let mut group = file.next_row_group()?;
    for at in 0..WORDS.len() {
        let column: Vec<ByteArray> =
            rows.iter().map(|row| ByteArray::from(row.words[at].as_bytes().to_vec())).collect();
        if let Some(mut writer) = group.next_column()? {
            writer.typed::<ByteArrayType>().write_batch(&column, None, None)?;
            writer.close()?;
        }
    }
    for at in 0..VALUES.len() {
        let column: Vec<f64> = rows.iter().map(|row| row.values[at]).collect();
        if let Some(mut writer) = group.next_column()? {
            writer.typed::<DoubleType>().write_batch(&column, None, None)?;
            writer.close()?;
        }
    }
    let column: Vec<i64> = rows.iter().map(|row| row.n as i64).collect();
    if let Some(mut writer) = group.next_column()? {
        writer.typed::<Int64Type>().write_batch(&column, None, None)?;
        writer.close()?;
    }
    group.close()?;
    file.close()?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};

    use super::{super::rows::tests::row, parquet};

    #[test]
    fn parquet_reads_back() {
        let path = std::env::temp_dir().join(format!("eights-lab-{}.parquet", std::process::id()));
        std::fs::write(&path, parquet(&[row("a", 2.5), row("b", 3.5)]).unwrap()).unwrap();
        let reader = SerializedFileReader::new(std::fs::File::open(&path).unwrap()).unwrap();
        let read: Vec<String> =
            reader.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect();
        assert_eq!(read.len(), 2);
        assert!(read[1].contains("\"b\"") && read[1].contains("3.5"), "{read:?}");
    }
}

//! Addresses as people write them.

use eights_client::{Address, ClientError};

fn check(text: &str, server: &str, port: u16, code: Option<&str>) {
    let address: Address = text.parse().unwrap();
    let found = (address.server.to_string(), address.server.port, address.code);
    assert_eq!(found, (server.to_owned(), port, code.map(str::to_owned)), "{text}");
}

#[test]
fn addresses_are_parsed_in_every_form_that_people_write() {
    check("http://localhost:8088", "http://localhost:8088", 8088, None);
    check("localhost:8088/", "http://localhost:8088", 8088, None);
    check(" Example.org ", "http://example.org", 80, None);
    check("http://example.org/t/ABCDE", "http://example.org", 80, Some("ABCDE"));
    check("http://example.org/#/table/ab-cd", "http://example.org", 80, Some("ab-cd"));
    check("ws://[::1]:9000/ws/XYZ", "http://[::1]:9000", 9000, Some("XYZ"));
    check("https://example.org", "https://example.org", 443, None);
    check("https://example.org:8443/t/ABCDE", "https://example.org:8443", 8443, Some("ABCDE"));
    check("wss://example.org:443", "https://example.org", 443, None);
}

#[test]
fn other_texts_are_not_addresses() {
    for text in ["", "http://", "http://a b", "ftp://a", "http://me@a", "http://a:99999", "http://:80", "a:"]
    {
        assert!(matches!(text.parse::<Address>(), Err(ClientError::Address(_))), "{text}");
    }
}

//! Connections to PostgreSQL are encrypted if the address says so, and its certificate is checked.

use std::{
    fs,
    os::unix::fs::{MetadataExt, PermissionsExt},
    path::Path,
};

use eights_store::{Postgres, Store};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};

use crate::{
    common::{open, step},
    postgres::{Servers, refusal, refusal_with, servers},
};

/// An authority, and a certificate that it has signed for these names.
fn certificates(names: &[&str]) -> (String, String, String) {
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let key = KeyPair::generate().unwrap();
    let signed = CertificateParams::new(names).unwrap().signed_by(&key, &authority).unwrap();
    (authority.pem(), signed.pem(), key.serialize_pem())
}

/// Gives the primary a certificate. Its key must belong to the user that the server runs as.
fn encrypt(servers: &Servers, certificate: &str, key: &str) {
    let data = servers.text("SHOW data_directory");
    let data = Path::new(data.trim());
    for (name, text) in [("server.crt", certificate), ("server.key", key)] {
        let path = data.join(name);
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        let owner = fs::metadata(data).unwrap();
        std::os::unix::fs::chown(&path, Some(owner.uid()), Some(owner.gid())).unwrap();
    }
    servers.text("ALTER SYSTEM SET ssl = on");
    servers.text("SELECT pg_reload_conf()");
}

#[tokio::test]
async fn a_connection_is_encrypted_if_the_address_says_so() {
    let Some(servers) = servers(false) else { return };
    let folder = tempfile::tempdir().unwrap();
    let authority = folder.path().join("authority.pem");
    let url = |host: &str, options: &str| {
        servers.url().replace("127.0.0.1", host) + &options.replace("FILE", authority.to_str().unwrap())
    };
    refusal_with(&url("127.0.0.1", "?sslmode=require"), "does not speak TLS");
    let (trusted, certificate, key) = certificates(&["127.0.0.1", "db.example"]);
    fs::write(&authority, &trusted).unwrap();
    encrypt(&servers, &certificate, &key);
    // The server reads its settings anew a moment after it was told to.
    refusal_with(&url("127.0.0.1", "?sslmode=verify-full"), "nobody whom this machine trusts has signed it");

    let encrypted = "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
        WHERE ssl AND application_name = 'eights'";
    let good =
        ["?sslmode=require", "?sslmode=verify-ca&sslrootcert=FILE", "?sslmode=verify-full&sslrootcert=FILE"];
    for (number, options) in good.into_iter().enumerate() {
        let store = Postgres::open(&url("127.0.0.1", options)).unwrap();
        let id = number as u64 + 1;
        store.write(vec![open(id), step(id, 1)]).await.unwrap();
        assert!(servers.number(encrypted) > 0, "{options}");
        drop(store);
    }
    let store = Postgres::open(&url("127.0.0.1", "?sslmode=disable")).unwrap();
    store.write(vec![open(9)]).await.unwrap();
    assert_eq!(servers.number(encrypted), 0);
    drop(store);

    // `localhost` is the same server under a name that is not in its certificate.
    let why = refusal(&url("localhost", "?sslmode=verify-full&sslrootcert=FILE"));
    assert!(why.contains("it was made for another name"), "{why}");
    drop(Postgres::open(&url("localhost", "?sslmode=verify-ca&sslrootcert=FILE")).unwrap());
    fs::write(&authority, certificates(&["127.0.0.1"]).0).unwrap();
    let why = refusal(&url("127.0.0.1", "?sslmode=verify-ca&sslrootcert=FILE"));
    assert!(why.starts_with("the certificate of the database at 127.0.0.1:"), "{why}");
    // An authority that is named is asked.
    let why = refusal(&url("127.0.0.1", "?sslmode=require&sslrootcert=FILE"));
    assert!(why.starts_with("the certificate of the database at 127.0.0.1:"), "{why}");
}

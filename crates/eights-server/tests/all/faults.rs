//! Damaged data folders, and tables that survive them.

use std::{
    fs,
    io::{Read, Seek, SeekFrom, Write},
};

use crate::common::{Client, serve, serve_in};
use eights_server::{Config, Server, StoreAddress};
use eights_wire::ToClient;

async fn refusal(data: &std::path::Path) -> String {
    let config = Config {
        bind: ([127, 0, 0, 1], 0).into(),
        store: StoreAddress::Sqlite(data.to_owned()),
        ..Config::default()
    };
    Server::bind(config).await.err().expect("it cannot be served").to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_about_the_data_folder_are_full_sentences() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "x").unwrap();
    let why = refusal(&folder.path().join("file")).await;
    assert!(why.contains("file") && why.contains("cannot create the folder"), "{why}");
    fs::write(folder.path().join("eights.db"), "nonsense ".repeat(1000)).unwrap();
    let why = refusal(folder.path()).await;
    assert!(why.contains("eights.db") && why.contains("damaged"), "{why}");
    let (_server, folder) = serve(|_| ()).await;
    assert!(refusal(folder.path()).await.contains("another program already serves"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_in_use_is_an_error() {
    let (server, _folder) = serve(|_| ()).await;
    let config = Config { bind: server.address, store: StoreAddress::Memory, ..Config::default() };
    let why = Server::bind(config).await.err().expect("it cannot be served").to_string();
    assert!(why.starts_with("cannot listen at 127.0.0.1"), "{why}");
}

/// The last step of one of several tables is damaged on disk.
#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_match_does_not_affect_other_tables() {
    let (server, folder) = serve(|_| ()).await;
    let mut tables = Vec::new();
    for _ in 0..3 {
        let (people, mut clients) = crate::common::table(server.address, "crazy-eights", "basic", 2).await;
        let asked =
            clients.iter().position(|client| client.update.as_ref().unwrap().asks == client.seat).unwrap();
        let update = clients[asked].update.clone().unwrap();
        let say = update.offers.last().unwrap().say.clone();
        clients[asked].act(0, &say).await;
        clients[asked].wait(|message| matches!(message, ToClient::Update(update) if update.step == 1)).await;
        let id = clients[0].room.clone().unwrap();
        tables.push((people, id.code, id.match_id.unwrap()));
    }
    server.shut_down().await;
    // Overwrites the digest of a step, as a damaged page would.
    let digest = {
        let store = eights_store::Sqlite::open(folder.path(), eights_server::Durability::Full).unwrap();
        let id = tables[1].2.parse().unwrap();
        let digest = eights_store::Store::journal(&store, id).unwrap().unwrap().1[0].digest.clone();
        u64::from_str_radix(&digest, 16).unwrap().to_be_bytes()
    };
    let path = folder.path().join("eights.db");
    let mut file = fs::File::options().read(true).write(true).open(&path).unwrap();
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).unwrap();
    let at = bytes.windows(8).position(|window| window == digest).unwrap();
    file.seek(SeekFrom::Start(at as u64)).unwrap();
    file.write_all(&[0; 8]).unwrap();
    drop(file);

    let server = serve_in(folder.path(), |_| ()).await;
    assert_eq!((server.tables, server.problems.len()), (2, 1), "{:?}", server.problems);
    assert!(server.problems[0].contains(&tables[1].1), "{:?}", server.problems);
    for table in [0, 2] {
        let client = Client::open(&tables[table].0[0].at(server.address), &tables[table].1).await;
        assert_eq!(client.update.unwrap().step, 1);
    }
    server.shut_down().await;
}

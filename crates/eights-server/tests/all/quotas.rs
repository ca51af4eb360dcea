//! Quotas per address for tables, people and rule sheets, whatever cookies are sent.

use crate::common::{Answer, Person, ask, serve};
use eights_server::Server;
use http_body_util::Full;
use hyper::Request;

const TABLE: &str = r#"{"game":"crazy-eights","seats":2}"#;

/// Requests `/api/me` without a cookie, through a proxy that names the client.
async fn newcomer(server: &Server, from: &str) -> Answer {
    let request = Request::get("/api/me").header("host", "cards.example").header("x-forwarded-for", from);
    ask(server.address, request.body(Full::default()).unwrap()).await
}

/// A writing request from an address behind a proxy.
async fn post(person: &Person, from: &str, path: &str, body: &str) -> Answer {
    let request = Request::post(path)
        .header("host", "cards.example")
        .header("x-forwarded-for", from)
        .header("cookie", &person.cookie)
        .header("content-type", "application/json")
        .header("x-eights", "1");
    ask(person.address, request.body(Full::from(body.to_owned())).unwrap()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn new_cookies_do_not_raise_the_table_quota() {
    let (server, _folder) = serve(|config| (config.max_tables_per_address, config.max_tables) = (3, 2)).await;
    let mut statuses = Vec::new();
    let mut refusal = String::new();
    for _ in 0..5 {
        let answer = Person::new(server.address).await.post("/api/tables", TABLE).await;
        statuses.push(answer.status);
        refusal = answer.text;
    }
    assert_eq!(statuses, [200, 200, 200, 429, 429]);
    assert!(refusal.contains("there are 3 tables from your network already: please join one"), "{refusal}");
    server.shut_down().await;
}

/// Concurrent requests cannot exceed the quota.
#[tokio::test(flavor = "multi_thread")]
async fn tables_founded_at_once_are_all_counted() {
    let (server, _folder) = serve(|config| (config.max_tables_per_address, config.max_tables) = (4, 0)).await;
    let ada = Person::new(server.address).await;
    let found = |ada: Person| async move { ada.post("/api/tables", TABLE).await.status };
    let asked: Vec<_> = (0..24).map(|_| tokio::spawn(found(ada.clone()))).collect();
    let mut founded = 0;
    for one in asked {
        founded += usize::from(one.await.unwrap() == 200);
    }
    assert_eq!(founded, 4);
    server.shut_down().await;
}

/// Removing a table gives its unit back, and a table that could not be opened takes none.
#[tokio::test(flavor = "multi_thread")]
async fn tables_count_only_while_they_exist() {
    let (server, _folder) = serve(|config| {
        (config.max_tables_per_address, config.table_idle) = (1, 1);
    })
    .await;
    let ada = Person::new(server.address).await;
    assert_eq!(ada.post("/api/tables", r#"{"game":"crazy-eights","seats":99}"#).await.status, 422);
    assert_eq!(ada.post("/api/tables", TABLE).await.status, 200);
    assert_eq!(ada.post("/api/tables", TABLE).await.status, 429);
    let deadline = tokio::time::Instant::now() + std::time::Duration::from_secs(20);
    while ada.post("/api/tables", TABLE).await.status != 200 {
        assert!(tokio::time::Instant::now() < deadline, "the empty table is not cleared away");
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    server.shut_down().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_address_has_its_own_quotas() {
    let (server, _folder) = serve(|config| {
        config.behind_proxy = true;
        config.new_people_per_day = 2;
        config.max_tables_per_address = 1;
        config.new_sheets_per_day = 1;
    })
    .await;
    // Two addresses of one IPv6 /64 share a quota.
    let (home, elsewhere) = (["2001:db8:1:2::1", "2001:db8:1:2::2"], "2001:db8:1:3::1");
    let mut people = Vec::new();
    for from in home {
        let answer = newcomer(&server, from).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        let cookie = answer.headers["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
        people.push(Person { address: server.address, cookie, id: String::new() });
    }
    let refused = newcomer(&server, home[0]).await;
    assert_eq!(refused.status, 429);
    assert!(
        refused.text.contains("too many new people have come from your network today"),
        "{}",
        refused.text
    );
    assert!(!refused.headers.contains_key("set-cookie"));
    assert_eq!(newcomer(&server, elsewhere).await.status, 200);

    assert_eq!(post(&people[0], home[0], "/api/tables", TABLE).await.status, 200);
    assert_eq!(post(&people[1], home[1], "/api/tables", TABLE).await.status, 429);
    assert_eq!(post(&people[1], elsewhere, "/api/tables", TABLE).await.status, 200);

    let sheet = |king: u32| format!(r#"{{"sheet":{{"extends":"score-race","values":{{"K":{king}}}}}}}"#);
    let save = |person: usize, from: &'static str, king: u32| {
        let (person, sheet) = (people[person].clone(), sheet(king));
        async move { post(&person, from, "/api/rules/crazy-eights", &sheet).await }
    };
    assert_eq!(save(0, home[0], 11).await.status, 200);
    let refused = save(1, home[1], 12).await;
    assert_eq!(refused.status, 429);
    assert!(
        refused.text.contains("too many rule sheets have been saved from your network"),
        "{}",
        refused.text
    );
    assert_eq!(save(1, home[1], 11).await.status, 200, "a sheet that is there already costs nothing");
    assert_eq!(save(1, elsewhere, 12).await.status, 200);
    server.shut_down().await;
}

/// Thirty people behind one address, each with a table and a few house rules, stay far below the
/// defaults.
#[tokio::test(flavor = "multi_thread")]
async fn a_class_behind_one_address_is_not_limited() {
    let (server, _folder) = serve(|_| ()).await;
    for pupil in 0..30 {
        let person = Person::new(server.address).await;
        assert_eq!(person.post("/api/tables", TABLE).await.status, 200);
        for rule in 0..3 {
            let king = 11 + pupil * 3 + rule;
            let sheet = format!(r#"{{"sheet":{{"extends":"score-race","values":{{"K":{king}}}}}}}"#);
            let saved = person.post("/api/rules/crazy-eights", &sheet).await;
            assert_eq!(saved.status, 200, "{}", saved.text);
        }
    }
    server.shut_down().await;
}

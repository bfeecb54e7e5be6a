//! tests
use std::sync::OnceLock;
use waybill_render::*;
fn blob() -> &'static [u8] {
    static B: OnceLock<&'static [u8]> = OnceLock::new();
    B.get_or_init(|| {
        let dir = std::env::current_exe().unwrap().parent().unwrap().parent().unwrap().join("examples/snapshot");
        let out = std::env::temp_dir().join(format!("waybill-{}.bin", std::process::id()));
        let o = std::process::Command::new(dir).arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixture/bundle.js")).arg(&out).args(["settled","manifest","warmUp"]).output().unwrap();
        println!("{} {}", String::from_utf8_lossy(&o.stdout), String::from_utf8_lossy(&o.stderr));
        assert!(o.status.success());
        let b = std::fs::read(&out).unwrap();
        std::fs::remove_file(&out).unwrap();
        Vec::leak(b)
    })
}
#[tokio::test]
async fn basic() {
    init_platform_for_tests();
    let t = std::time::Instant::now();
    let b = blob();
    println!("blob {} {:?}", b.len(), t.elapsed());
    let t = std::time::Instant::now();
    let pool = Pool::start(PoolConfig::default(), Source::Snapshot(b)).unwrap();
    println!("start {:?}", t.elapsed());
    for i in 0..10 {
    let r = pool.render(r#"{"page":"table","rows":50,"company":"x"}"#.into()).await.unwrap();
    println!("{} {} {:?} {:?}", i, r.html.len(), r.queued, r.rendered);
    }
    for p in ["probe","loop","throw","recursion","promise","empty","number","regex","microtasks","pollute","global","heap","probe"] {
        let t = std::time::Instant::now();
        let r = pool.render(format!(r#"{{"page":"{p}","text":"hi"}}"#)).await;
        println!("{p} {:?} {r:?}", t.elapsed());
    }
    println!("{:?}", pool.counters());
    pool.shutdown();
    println!("{:?}", evaluate("globalThis.x = () => new URL('../a?b=c d', 'https://Example.org:443/x/y').href".into(), &["x"]));
}

use encodings::othello::rules::Othello;
use encodings::ostle::{family::WithoutRule8, variant::Variant};
use std::time::Instant;
fn main(){
    let mut best=[f64::INFINITY;4];
    for _ in 0..7 {
        let t=Instant::now(); let a=encodings::othello::position::Position::<8>::start().perft(9); best[0]=best[0].min(t.elapsed().as_secs_f64());
        let t=Instant::now(); let b=encodings::rules::Position::start(&Othello::<8>).perft(&Othello::<8>,9); best[1]=best[1].min(t.elapsed().as_secs_f64());
        assert_eq!(a,b);
        let g=WithoutRule8::<5>::new(Variant::PUBLISHED).unwrap();
        let t=Instant::now(); let c=encodings::rules::Position::start(&g).perft(&g,5); best[2]=best[2].min(t.elapsed().as_secs_f64());
        let t=Instant::now(); let d=plain(encodings::ostle::position::Position::<5>::start(Variant::PUBLISHED).unwrap(),5); best[3]=best[3].min(t.elapsed().as_secs_f64());
        assert_eq!(c,d);
    }
    println!("{best:?}");
}
fn plain(p: encodings::ostle::position::Position<5>, depth:u32)->u64{
    use encodings::ostle::position::Next;
    if depth==0 {return 1} 
    if depth==1 {return p.moves().count() as u64}
    p.moves().map(|m| match p.play(m,3){Next::Position(n)=>plain(n,depth-1),_=>1}).sum()
}

//! With the feature `z3`, programs look for the library where it was found when they were built.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=Z3_LIBRARY_PATH_OVERRIDE");
    if cfg!(all(feature = "z3", unix))
        && let Ok(place) = std::env::var("Z3_LIBRARY_PATH_OVERRIDE")
    {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{place}");
    }
}

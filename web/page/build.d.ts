// What build.mjs puts into the modules, and the functions of the library, which wasm-bindgen writes.
declare const INSIDE: boolean;
declare const VERSION: string;
declare const FILES: string[];
declare module "*/core.js";

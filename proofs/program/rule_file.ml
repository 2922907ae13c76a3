(* Reads rule sets: the name of a built-in set, a TOML file as `gridcheck rules` prints it, or a
   flat JSON object as gridcheck writes it into the head of its files.

   This file is not proved. It turns text into the record `ruleset` of Spec.v, beside the limit of BlackRuns.v, and nothing else. *)

open Proved

exception Bad of string

let bad format = Printf.ksprintf (fun message -> raise (Bad message)) format

let builtin =
  [ "british", british; "american", american; "american-loose", american_loose; "ho", ho;
    "min-4", min_4; "either-half", either_half; "no-pairs", no_pairs ]

(* Asks for nothing but what always holds: the start of a JSON rule set. *)
let lax =
  { min_word = 2; max_word = None; single_cells = true; letters_checked = Any;
    max_unchecked_run = None; max_unchecked_run_at_ends = None; edges = false; connected = false;
    symmetric_under = Asymmetric; min_white_per_row = 0 }

type value = Word of string | Number of int | Truth of bool

let largest = 64

let number key least most = function
  | Number k when least <= k && k <= most -> k
  | _ -> bad "%s: expected a whole number from %d to %d" key least most

let limit key = function
  | Word "unlimited" -> None
  | Number k when k >= 0 -> Some (min k 1000)
  | _ -> bad "%s: expected a whole number or \"unlimited\"" key

let truth key = function Truth b -> b | _ -> bad "%s: expected true or false" key

let one_of key names = function
  | Word w when List.mem_assoc w names -> List.assoc w names
  | _ -> bad "%s: expected one of %s" key (String.concat ", " (List.map fst names))

let checkings =
  [ "all", All; "ceil-half", CeilHalf; "either-half", EitherHalf; "at-least-half", AtLeastHalf; "any", Any ]

let symmetries =
  [ "none", Asymmetric; "rot180", Rot180; "rot90", Rot90; "mirror", Mirror; "mirrors", Mirrors;
    "diagonal", Diagonal; "diagonals", Diagonals; "all", Full ]

let set_rule rules (key, value) =
  match key with
  | "name" | "extends" -> (match value with Word _ -> rules | _ -> bad "%s: expected a string" key)
  | "min_word" -> { rules with min_word = number key 2 largest value }
  | "max_word" -> { rules with max_word = limit key value }
  | "single_cells" -> { rules with single_cells = truth key value }
  | "checking" -> { rules with letters_checked = one_of key checkings value }
  | "max_unchecked_run" -> { rules with max_unchecked_run = limit key value }
  | "max_unchecked_run_at_ends" -> { rules with max_unchecked_run_at_ends = limit key value }
  | "edges" -> { rules with edges = truth key value }
  | "connected" -> { rules with connected = truth key value }
  | "symmetry" -> { rules with symmetric_under = one_of key symmetries value }
  | "min_white_per_row" -> { rules with min_white_per_row = number key 0 largest value }
  | _ -> bad "unknown key %S" key

(* The record of Spec.v has no limit of black squares side by side: it is the second part. *)
let set (rules, black) (key, value) =
  if key = "max_black_run" then rules, limit key value else set_rule rules (key, value), black

(* The tokens of both formats: strings, bare words and numbers, and single characters. *)
type token = Text of string | Bare of string | Mark of char

let tokens text =
  let length = String.length text in
  let is_bare c = match c with 'a' .. 'z' | 'A' .. 'Z' | '0' .. '9' | '_' | '-' | '+' -> true | _ -> false in
  let rec string i buffer =
    if i >= length || text.[i] = '\n' then bad "a string is not closed"
    else
      match text.[i] with
      | '"' -> Buffer.contents buffer, i + 1
      | '\\' when i + 1 < length -> Buffer.add_char buffer text.[i + 1]; string (i + 2) buffer
      | c -> Buffer.add_char buffer c; string (i + 1) buffer
  in
  let rec next i found =
    if i >= length then List.rev found
    else
      match text.[i] with
      | ' ' | '\t' | '\r' -> next (i + 1) found
      | '#' ->
          let rec skip i = if i < length && text.[i] <> '\n' then skip (i + 1) else i in
          next (skip i) found
      | '"' ->
          let word, i = string (i + 1) (Buffer.create 16) in
          next i (Text word :: found)
      | c when is_bare c ->
          let rec last j = if j < length && is_bare text.[j] then last (j + 1) else j in
          let j = last i in
          next j (Bare (String.sub text i (j - i)) :: found)
      | c -> next (i + 1) (Mark c :: found)
  in
  next 0 []

let value = function
  | Text word -> Word word
  | Bare "true" -> Truth true
  | Bare "false" -> Truth false
  | Bare word -> (
      match int_of_string_opt word with
      | Some k when String.for_all (fun c -> '0' <= c && c <= '9') word -> Number k
      | _ -> bad "%S is not a value" word)
  | Mark c -> bad "%C is not a value" c

let rec toml found = function
  | [] -> List.rev found
  | Mark '\n' :: rest -> toml found rest
  | (Bare key | Text key) :: Mark '=' :: v :: ([] | Mark '\n' :: _ as rest) -> toml ((key, value v) :: found) rest
  | _ -> bad "expected lines of the form key = value"

let rec json found = function
  | Text key :: Mark ':' :: v :: Mark ',' :: rest -> json ((key, value v) :: found) rest
  | Text key :: Mark ':' :: v :: Mark '}' :: [] -> List.rev ((key, value v) :: found)
  | [ Mark '}' ] when found = [] -> []
  | _ -> bad "expected a flat JSON object"

let no_twice entries =
  let keys = List.sort compare (List.map fst entries) in
  let rec look = function
    | a :: (b :: _ as rest) -> if a = b then bad "key %S occurs twice" a else look rest
    | _ -> ()
  in
  look keys; entries

let of_json text =
  match List.filter (fun token -> token <> Mark '\n') (tokens text) with
  | Mark '{' :: rest -> List.fold_left set (lax, None) (no_twice (json [] rest))
  | _ -> bad "expected a flat JSON object"

let of_toml text =
  let entries = no_twice (toml [] (tokens text)) in
  let base =
    match List.assoc_opt "extends" entries with
    | None -> british
    | Some v -> one_of "extends" builtin v
  in
  List.fold_left set (base, None) entries

let of_text text =
  let text' = String.trim text in
  if text' <> "" && text'.[0] = '{' then of_json text' else of_toml text

let read_file path =
  let channel = open_in_bin path in
  Fun.protect ~finally:(fun () -> close_in channel)
    (fun () -> really_input_string channel (in_channel_length channel))

(* A built-in name, a JSON object or the path of a file. *)
let of_argument argument =
  match List.assoc_opt argument builtin with
  | Some rules -> rules, None
  | None ->
      if argument <> "" && argument.[0] = '{' then of_json argument
      else if not (Sys.file_exists argument) then
        bad "no built-in rule set %S and no such file; built in: %s" argument
          (String.concat ", " (List.map fst builtin))
      else (
        match read_file argument with
        | text -> ( try of_text text with Bad message -> bad "%s: %s" argument message)
        | exception (Sys_error _ | End_of_file | Invalid_argument _) -> bad "%s: cannot be read" argument)

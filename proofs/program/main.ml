(* gridcheck-proved: counts, lists and judges grids by the transfer matrix, the search and the decision proved in Coq.

   `Proved` is extracted from Packed.v, Fast.v, Search.v and Validator.v. This file reads arguments and
   grids and prints results; it is not proved. The search's count is the number of calls of the
   visitor, which native integers of 63 bits hold: nobody waits for 2^62 calls. *)

open Rule_file

let usage =
  "usage: gridcheck-proved count [--unpacked | --search] RULES N | list RULES N | validate RULES < GRIDS | referee < LINES\n\
   RULES is a built-in rule set, a TOML file or a JSON object. A grid is its rows joined by /, # black, . white;\n\
   validate also takes a row a line with an empty line after each grid. It prints valid or invalid for each grid\n\
   and exits with 1 if one is invalid. referee reads lines: `rules RULES` sets the rules, any other line is a grid,\n\
   an empty line flushes the output. If the rules ask for the half turn alone and not for max_black_run, count\n\
   uses the packed transfer matrix, or the other one with --unpacked or where the packed one does not apply. Otherwise, or with\n\
   --search, it visits every grid."

let size text =
  match int_of_string_opt text with
  | Some n when 1 <= n && n <= largest -> n
  | _ -> bad "size %S: expected a whole number from 1 to %d" text largest

let row text =
  List.init (String.length text) (fun i ->
      match text.[i] with
      | '.' | '-' -> true
      | '#' | 'X' -> false
      | c -> bad "%C is not a square: expected # or ." c)

let grid rows =
  let n = List.length rows in
  if List.exists (fun row -> List.length row <> n) rows then
    bad "%s: every row needs as many squares as there are rows (%d)"
      (String.concat "/" (List.map (fun row -> String.concat "" (List.map (fun b -> if b then "." else "#") row)) rows))
      n;
  rows

let grid_of_line line = grid (List.map row (String.split_on_char '/' line))

(* Decides if a grid has no more black squares side by side than the limit. *)
let obeys black n = if black = None then fun _ -> true else Proved.black_runsb black n

let judge (rules, black) rows =
  let n = List.length rows in
  Proved.validb rules n rows && obeys black n rows

let print_grid buffer rows =
  Buffer.clear buffer;
  List.iteri
    (fun i row ->
      if i > 0 then Buffer.add_char buffer '/';
      List.iter (fun b -> Buffer.add_char buffer (if b then '.' else '#')) row)
    rows;
  Buffer.add_char buffer '\n';
  Buffer.output_buffer stdout buffer

let each_line visit =
  try
    while true do
      let line = input_line stdin in
      let length = String.length line in
      visit (if length > 0 && line.[length - 1] = '\r' then String.sub line 0 (length - 1) else line)
    done
  with End_of_file -> ()

let say verdict = print_string (if verdict then "valid\n" else "invalid\n")

(* The decimal digits of twice a number, and one more if [carry] is 1; the last digit comes first. *)
let rec twice carry = function
  | [] -> if carry = 0 then [] else [ carry ]
  | digit :: digits -> let k = (2 * digit) + carry in (k mod 10) :: twice (k / 10) digits

let rec digits = function
  | Proved.XH -> [ 1 ]
  | Proved.XO half -> twice 0 (digits half)
  | Proved.XI half -> twice 1 (digits half)

let decimal = function
  | Proved.N0 -> "0"
  | Proved.Npos k -> String.concat "" (List.rev_map string_of_int (digits k))

(* Visits the valid grids that obey the limit too. *)
let visit (rules, black) n visitor start =
  let obeys = obeys black n in
  Proved.visit_valid rules n (fun g seen -> if obeys g then visitor g seen else seen) start

let search rules n = Printf.printf "%d\n" (visit rules n (fun _ k -> k + 1) 0)

(* Long counts keep gigabytes of states. For these a larger heap for new values and rarer collections save time. *)
let collect_at space_overhead = Gc.set { (Gc.get ()) with Gc.minor_heap_size = 1 lsl 20; space_overhead }

let unpacked rules n =
  collect_at 200;
  match rules with
  | record, None when Proved.half_turn record -> print_endline (decimal (Proved.fast record n))
  | _ -> search rules n

let count rules n =
  collect_at 80;
  (* By [packed_shares_correct], for all shares at once. From 13 × 13 on, one share would need too much memory. *)
  let shares = if n < 13 then 1 else 16 in
  let counted = match rules with record, None -> Proved.packed_shares record n shares (Proved.seq 0 shares) | _ -> None in
  match counted with
  | Some k -> print_endline (decimal k)
  | None -> unpacked rules n

let list rules n =
  let buffer = Buffer.create 64 in
  visit rules n (fun g () -> print_grid buffer g) ()

let validate rules =
  let all_valid = ref true and rows = ref [] in
  let judged rows =
    let verdict = judge rules rows in
    if not verdict then all_valid := false;
    say verdict
  in
  let close () =
    if !rows <> [] then (
      let finished = grid (List.rev !rows) in
      rows := [];
      judged finished)
  in
  each_line (fun line ->
      if line = "" then close ()
      else if String.contains line '/' then (
        close ();
        judged (grid_of_line line))
      else rows := row line :: !rows);
  close ();
  exit (if !all_valid then 0 else 1)

let referee () =
  let rules = ref None in
  each_line (fun line ->
      if line = "" then flush stdout
      else if String.length line > 6 && String.sub line 0 6 = "rules " then
        rules := Some (of_argument (String.sub line 6 (String.length line - 6)))
      else
        match !rules with
        | None -> bad "the first line must set the rules: rules RULES"
        | Some rules -> say (judge rules (grid_of_line line)))

let () =
  try
    (match Array.to_list Sys.argv |> List.tl with
    | [ "count"; rules; n ] -> let rules = of_argument rules in count rules (size n)
    | [ "count"; "--unpacked"; rules; n ] -> let rules = of_argument rules in unpacked rules (size n)
    | [ "count"; "--search"; rules; n ] -> let rules = of_argument rules in search rules (size n)
    | [ "list"; rules; n ] -> let rules = of_argument rules in list rules (size n)
    | [ "validate"; rules ] -> validate (of_argument rules)
    | [ "referee" ] -> referee ()
    | [ "--help" ] | [ "-h" ] -> print_endline usage
    | _ -> bad "expected count RULES N, list RULES N, validate RULES or referee (see --help)");
    flush stdout
  with
  | Bad message ->
      (try flush stdout with Sys_error _ -> ());
      prerr_endline ("gridcheck-proved: " ^ String.map (fun c -> if c = '\n' then ' ' else c) message);
      exit 2
  | Sys_error message ->
      (* The reader of the output has gone, or a file cannot be read. *)
      prerr_endline ("gridcheck-proved: " ^ message);
      exit 2

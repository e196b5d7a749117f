# bellhop: completion for bash. Load it with: source <(bellhop completion bash)
# The words typed so far go to `bellhop complete`, which answers with a candidate and its meaning a line,
# then `:0` (files, too), `:16` (directories) or `:4` (nothing else).
_bellhop() {
  local word line directive=4 glue=
  local -a words=()
  for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
    # Bash cuts --option=value at the sign.
    if [[ ($word == = || $glue) && ${#words[@]} -gt 0 ]]; then words[${#words[@]} - 1]+=$word; else words+=("$word"); fi
    [[ $word == = ]] && glue=1 || glue=
  done
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :*) directive=${line#:} ;;
      ?*) COMPREPLY+=("${line%%$'\t'*}") ;;
    esac
  done < <(bellhop complete -- "${words[@]}" 2>/dev/null)
  case $directive in
    0) compopt -o bashdefault -o default 2>/dev/null ;;
    16) compopt -o dirnames 2>/dev/null ;;
  esac
}
complete -F _bellhop bellhop

#compdef bellhop
# bellhop: completion for zsh. Load it after compinit with: source <(bellhop completion zsh)
# The words typed so far go to `bellhop complete`, which answers with a candidate and its meaning a line,
# then `:0` (files, too), `:16` (directories) or `:4` (nothing else).
_bellhop() {
  local line directive
  local -a lines candidates
  lines=("${(@f)$(bellhop complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  directive=${lines[-1]}
  for line in "${(@)lines[1,-2]}"; do
    candidates+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
  done
  compset -P '--*='
  case $directive in
    :0) _files ;;
    :16) _files -/ ;;
    *) _describe bellhop candidates ;;
  esac
}
compdef _bellhop bellhop

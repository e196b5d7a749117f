# bellhop: completion for fish. Load it with: bellhop completion fish | source
# The words typed so far go to `bellhop complete`, which answers with a candidate and its meaning a line,
# then `:0` (files, too), `:16` (directories) or `:4` (nothing else).
function __bellhop_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l lines (bellhop complete -- $words[2..-1] "$current" 2>/dev/null)
    switch "$lines[-1]"
        case ':0'
            __fish_complete_path "$current"
        case ':16'
            __fish_complete_directories "$current"
        case '*'
            set -l prefix (string match -r -- '^--[^=]*=' "$current")
            for line in $lines[1..-2]
                printf '%s%s\n' "$prefix" "$line"
            end
    end
end
complete -c bellhop -f -a '(__bellhop_complete)'

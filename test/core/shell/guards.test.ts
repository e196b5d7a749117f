import { expect, test } from "vitest";
import { foregroundGuard } from "../../../src/core/shell/guards.ts";

type Kind = "detaches" | "background" | "server" | "passes";

function kindOf(command: string): Kind {
  const reason = foregroundGuard(command);
  if (reason === "") return "passes";
  expect(reason).toMatch(/^The command was not run: .*background=true.*\.$/);
  if (reason.includes("out of sight")) return "detaches";
  return reason.includes('with "&"') ? "background" : "server";
}

test.each([
  "nohup server", "nohup server &", "server & disown", "setsid server", "a; nohup b", "a && nohup b", "a || setsid b", "a | nohup b", "a & nohup b", "echo $(nohup b)",
  "a\nnohup b", "sudo nohup b", "/usr/bin/nohup b", "env A=1 setsid -w b", "if a; then nohup b; fi", "sh -c 'nohup b'", "cat <<E\n$(nohup b)\nE", "n\"ohup\" b",
])("[GUARD-1] %j detaches", (command) => {
  expect(kindOf(command)).toBe("detaches");
}); // prettier-ignore

test.each([
  "a &", "a & b", "a & b &", "a&", "a&&b&", "a && b & # note", "(a &)", "{ a & }", "for i in 1 2; do a & done", "a 2>&1 &", "a &> f &", "a & wait", "sh -c 'a &'",
  "sh <<E\na &\nE", "x=$(a & echo)", "f() { a & }", "a &\nb", "X=1 &", "a --help & b &",
])("[GUARD-1] %j leaves something behind", (command) => {
  expect(kindOf(command)).toBe("background");
}); // prettier-ignore

test.each([
  "npm run dev", "npm start", "pnpm dev", "yarn serve", "bun run watch", "npm run dev:web", "npm --prefix web run dev", "pnpm --filter web dev", "yarn workspace web start",
  "docker compose up", "docker compose -f x.yml up", "docker-compose up", "docker compose up db", "next dev", "npx next dev", "pnpm exec vite", "vite", "npx vite", "npx -y vite preview", "vite --port 3000",
  "nodemon x.js", "uvicorn app:app", "gunicorn app", "python -m http.server", "python3 -m http.server 8000", "python3 -u -m uvicorn app", "uv run uvicorn app", "poetry run gunicorn app",
  "cd app && npm run dev", "PORT=1 npm start", "sudo docker compose up", "timeout 60 npm start", "sh -c 'npm start'", "node_modules/.bin/vite", "npm start | tee log", "npm start -- --port 3000",
])("[GUARD-1] %j is a server", (command) => {
  expect(kindOf(command)).toBe("server");
}); // prettier-ignore

test.each([
  "", "ls", "echo 'nohup x &'", 'echo "a & b"', "echo nohup", "man nohup", "grep -r 'npm start' .", "grep -n nohup *.sh", "which setsid", "git commit -m 'run nohup x & disown'",
  "cat > run.sh <<'E'\nnohup server 2>&1 & \nnpm start\nE", "cat > run.sh <<E\nnohup server 2>&1 & \necho $X\nE", "cat <<-E\n\ta & b\n\tE", "python3 - <<'E'\nx = 1 & 2\nE", "python3 -c 'print(1 & 2)'",
  "a 2>&1", "a &> f", "a >& f", "a <&3", "a && b", "a || b", "a |& b", "echo a\\&b", "echo $((1 & 2))", "(( x = 1 & 2 ))", "[[ a && b ]]", "curl 'http://x/?a=1&b=2'", "# a &", "ls # &", "sed 's/a/& /' f", "awk 'a & b' f",
  "npm install", "npm run build", "npm test", "npm run start-report", "npm run predev", "npm view start", "docker compose up -d", "docker compose up --detach db", "docker compose down", "docker up",
  "next build", "vite build", "npx vite build", "python -m pytest", "python server.py", "npm run build -- dev", "yarn add start", "echo npm start",
  "npm run dev --help", "nohup --help", "nohup --version", "uvicorn -h", "vite -v", "setsid --help | less", "server --help &",
  "ssh host 'nohup x &'", "echo \"$(echo 'a &')\"", "echo `echo 'nohup a'`",
])("[GUARD-2] %j passes", (command) => {
  expect(kindOf(command)).toBe("passes");
}); // prettier-ignore

test("[GUARD-1] the first rule that fits gives the reason", () => {
  expect(["nohup npm start &", "npm start &", "npm start"].map(kindOf)).toEqual(["detaches", "background", "server"]);
});

test("[GUARD-1] the reasons name what is wrong and what to do", () => {
  expect(["nohup a", "a &", "cd x && npm run dev -- -p 1"].map(foregroundGuard)).toEqual([
    "The command was not run: nohup takes a process out of sight, so its output and its end would be lost. Leave nohup out and start it with background=true: it runs on by itself, and you are told of its end.",
    'The command was not run: it puts a process into the background with "&", where nobody sees its output and its end, and a command in the foreground must leave nothing behind. Start what is to run on in a call of its own with background=true, without the "&"; go on with the rest in the next call.',
    "The command was not run: `npm run dev -- -p 1` is a server or a watcher, which does not end by itself, and would hold this call until its timeout. Start it with background=true, then wait until it is ready, and check it with a request in another call.",
  ]);
});

test("[GUARD-2] a malformed command is the shell's to refuse; what is clear of it is looked at", () => {
  expect(["echo 'x", "if a; then", "nohup a &&"].map(kindOf)).toEqual(["passes", "passes", "detaches"]);
});

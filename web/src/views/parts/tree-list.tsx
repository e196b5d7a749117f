import type { VNode } from "preact";

import type { Tree, TreeMember } from "../../api/types.ts";
import { bytesOf } from "../../format/amount.ts";
import { plain } from "../../format/plain.ts";

/** The processes of a tree, children below their parents. */
export function TreeList({ tree: { processes, omitted = 0 } }: { readonly tree: Tree }): VNode {
  const pids = new Set(processes.map(({ pid }) => pid));
  const roots = processes.filter(({ parent_pid }) => !pids.has(parent_pid));
  return (
    <>
      <Branch members={roots} all={processes} />
      {omitted > 0 && <p class="quiet">and {omitted} more</p>}
    </>
  );
}

interface BranchProps {
  readonly members: readonly TreeMember[];
  readonly all: readonly TreeMember[];
}

function Branch({ members, all }: BranchProps): VNode | null {
  if (members.length === 0) return null;
  return (
    <ul class="tree">
      {members.map((member) => (
        <li key={member.pid}>
          <span class="tree-line">
            <b>{plain(member.name) || "?"}</b> <span class="quiet">{member.pid}</span>
            {member.ports?.map((port) => (
              <span key={port}> :{port}</span>
            ))}
            <span class="tree-use">
              {member.cpu_seconds.toFixed(1)} s · {bytesOf(member.memory_bytes)}
            </span>
          </span>
          <Branch members={all.filter(({ parent_pid }) => parent_pid === member.pid)} all={all} />
        </li>
      ))}
    </ul>
  );
}

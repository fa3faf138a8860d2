/** What the address of the nodes says. */
export interface NodesSearch {
  /** Whether only findings are shown that are doubtful or worse. */
  readonly onlyProblems?: true | undefined
}

/** Reads the address; what is unknown in it is left out. */
export const nodesSearchOf = ({ onlyProblems }: Record<string, unknown>): NodesSearch => ({
  onlyProblems: onlyProblems === true ? true : undefined,
})

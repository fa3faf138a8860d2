import type { Linter } from 'eslint'
import type { Problem } from './problems.ts'

/** Rules of graphql-eslint that don't hold as they are, each with the reason. */
export const RULE_OPTIONS: Linter.RulesRecord = {
  // Values such as pages, edges, payloads and rectangles have no identity. That all types with an id are nodes is tested.
  '@graphql-eslint/strict-id-in-types': 'off',
  // Connections have `nodes` beside `edges`, as on GitHub, and lists with a small bound, such as languages, are plain.
  '@graphql-eslint/relay-edge-types': [
    'error',
    { withEdgeSuffix: true, shouldImplementNode: true, listTypeCanWrapOnlyEdgeType: false },
  ],
}

/** Elements of the schema for which a rule does not hold. */
interface Exception {
  readonly rule: string
  readonly at: readonly string[]
  readonly reason: string
}

const NOT_REACHED = ['@graphql-eslint/no-unreachable-types', 'defined-types-are-used']

/** Every exception, with its reason. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    rule: '@graphql-eslint/no-typename-prefix',
    at: ['User.userIcon'],
    reason: 'The name that it has in the REST API, and in profiles that web pages know.',
  },
  {
    rule: '@graphql-eslint/no-typename-prefix',
    at: ['Viewer.viewerCanCreateGroup'],
    reason: 'All fields that tell what the viewer may do begin with `viewerCan`.',
  },
  {
    rule: '@graphql-eslint/relay-edge-types',
    at: ['BulkGiftEdge', 'LicenseEdge'],
    reason:
      'A license is the right to what it names, and an order of gifts is a view of its payment: neither has an id.',
  },
  {
    rule: '@graphql-eslint/relay-edge-types',
    at: ['ContentItemEdge'],
    reason: 'A view of content for the staff, whose nodes are those of the content.',
  },
  ...NOT_REACHED.map((rule) => ({
    rule,
    at: ['InputIssue'],
    reason: 'The form of `extensions.issues`, which no field returns.',
  })),
]

export interface Verdict {
  /** Problems that are no exceptions. */
  readonly problems: readonly Problem[]
  /** Exceptions, as `rule at`, for which there is no problem any more. */
  readonly needless: readonly string[]
}

const keyOf = ({ rule, at }: Pick<Problem, 'rule' | 'at'>) => `${rule} ${at}`

/** Sets apart what exceptions allow. */
export function judge(found: readonly Problem[], exceptions = EXCEPTIONS): Verdict {
  const allowed = new Set(exceptions.flatMap(({ rule, at }) => at.map((one) => keyOf({ rule, at: one }))))
  const keys = new Set(found.map(keyOf))
  return {
    problems: found.filter((problem) => !allowed.has(keyOf(problem))),
    needless: [...allowed].filter((key) => !keys.has(key)),
  }
}

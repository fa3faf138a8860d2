import { Failure, invalid } from '../../kernel/failure.ts'
import { isId, newId } from '../../kernel/ids.ts'
import type { SignedScope } from '../../kernel/scope.ts'

/** What is agreed to, about which content: the id of a world, an avatar or a prop. */
export interface Subject {
  readonly agreementCode: string
  readonly contentId: string
  readonly version: number
}

/** The version of the text that is agreed to now. */
const CURRENT = 1
const CONTENT = ['world', 'avatar', 'prop'] as const

function check({ contentId, version }: Subject) {
  if (!CONTENT.some((kind) => isId(kind, contentId)))
    throw invalid('contentId', 'contentId must be the id of a world, an avatar or a prop')
  if (version !== CURRENT) throw invalid('version', `version must be ${CURRENT}`)
}

/** Whether the viewer has agreed. Throws `invalid` for what can't be agreed to. */
export async function hasAgreed(scope: SignedScope, subject: Subject): Promise<boolean> {
  check(subject)
  const { agreementCode, contentId, version } = subject
  const where = { userId: scope.viewer.id, agreementCode, contentId, version }
  return (await scope.db.agreement.count({ where })) > 0
}

const AGREEING = { name: 'submit-agreement', points: 600, window: 3_600 }

/** Agrees; agreeing again answers what stands. Throws `invalid`, and `forbidden` about the content of somebody else. */
export async function submitAgreement(scope: SignedScope, { fullText, ...subject }: Subject & { fullText: string }) {
  check(subject)
  await scope.limits.take(AGREEING, scope.viewer.id)
  await mustBeFreeOrOwn(scope, subject.contentId)
  const { db, now, viewer } = scope
  const key = { ...subject, userId: viewer.id }
  await db.agreement.createMany({
    data: [{ ...key, id: newId('agreement', now), fullText, createdAt: now }],
    skipDuplicates: true,
  })
  return db.agreement.findUniqueOrThrow({ where: { userId_agreementCode_contentId_version: key } })
}

/** Clients agree before they create, so what does not exist yet may be agreed about. */
async function mustBeFreeOrOwn({ db, viewer }: SignedScope, id: string): Promise<void> {
  const [world, prop] = await Promise.all([
    db.world.findUnique({ where: { id }, select: { authorId: true } }),
    db.prop.findUnique({ where: { id }, select: { authorId: true } }),
  ])
  const author = world?.authorId ?? prop?.authorId ?? viewer.id
  if (author !== viewer.id) throw new Failure('forbidden', 'This content belongs to somebody else')
}

import type { FrontendAsset } from '../../generated/prisma/client.ts'
import { Failure, invalid } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { transact } from '../../kernel/transaction.ts'
import { audit } from '../accounts/audit.ts'
import { requireAdmin } from '../accounts/policy.ts'
import { FRONTEND_CHANGED, frontendChanged } from './events.ts'
import { shortCache } from './shortCache.ts'

export type AssetKind = 'css' | 'js'
export type Variant = 'public' | 'internal'

/** Which stylesheet or script of which build. */
export interface AssetName {
  readonly kind: AssetKind
  readonly variant: Variant
  readonly branch: string
}

const BRANCH = /^[\w.-]{1,100}$/
const LARGEST = 5_000_000

const cache = shortCache<FrontendAsset | null>(FRONTEND_CHANGED)

const nameOf = ({ kind, variant, branch }: AssetName) => `${kind}/${variant}/${branch}`

/**
 * The content of a stylesheet or script. Anybody may have the public variant of main; other builds are for admins, and
 * everybody else is refused before it is looked up, in the words that clients know. Throws `missing` for no such build.
 */
export async function readFrontendAsset(scope: Scope, name: AssetName): Promise<string> {
  const admin = scope.viewer?.admin ?? false
  if (!admin && name.branch !== 'main') throw invalid('branch', 'only admins can get non-main branches')
  if (!admin && name.variant !== 'public') throw invalid('variant', 'only admins can get non-public variants')
  if (!BRANCH.test(name.branch)) throw noSuchBuild()
  const { kind, variant, branch } = name
  const where = { kind_variant_branch: { kind, variant, branch } }
  const asset = await cache(scope).get(nameOf(name), () => scope.client.frontendAsset.findUnique({ where }))
  if (!asset) throw noSuchBuild()
  return asset.content
}

/** Puts a stylesheet or script in place. Throws `forbidden` for anybody but an admin. */
export async function setFrontendAsset(scope: Scope, asset: AssetName & { content: string }): Promise<FrontendAsset> {
  requireAdmin(scope)
  const { kind, variant, branch, content } = asset
  if (!BRANCH.test(branch)) throw invalid('branch', 'branch: 1 to 100 letters, digits, dots, dashes, underscores')
  if (content.length > LARGEST || content.includes('\0')) {
    throw invalid('content', `content: text of at most ${LARGEST} characters`)
  }
  return transact(scope, async (open) => {
    const { db, now, emit } = open
    emit(frontendChanged(nameOf(asset)))
    await audit(open, { act: 'setFrontendAsset', subjectId: nameOf(asset) })
    const where = { kind_variant_branch: { kind, variant, branch } }
    const fields = { content, updatedAt: now }
    return db.frontendAsset.upsert({ where, create: { kind, variant, branch, ...fields }, update: fields })
  })
}

const noSuchBuild = () => new Failure('missing', 'Frontend build not found')

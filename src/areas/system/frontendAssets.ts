import type { FrontendAsset } from '../../generated/prisma/client.ts'
import { assertStaff, isAdmin } from '../../kernel/access.ts'
import { assertUnchanged, type ConditionalChange } from '../../kernel/changedSince.ts'
import { Failure, invalid } from '../../kernel/failure.ts'
import { assertAll, type InputRule } from '../../kernel/inputFaults.ts'
import type { Scope } from '../../kernel/scope.ts'
import { characterCount } from '../../kernel/texts.ts'
import { staffAct } from '../audit/staffAct.ts'
import { makeEventInvalidatedCache } from './clientConfig.ts'
import { frontendChanged } from './events.ts'
import { listFrontendAssets, lockFrontendAsset } from './queries.ts'

type AssetKind = 'css' | 'js'
type AssetVariant = 'public' | 'internal'

/** A stylesheet or script of one build of the web frontend. */
interface FrontendAssetKey {
  readonly kind: AssetKind
  readonly variant: AssetVariant
  readonly branch: string
}

const BRANCH_PATTERN = /^[\w.-]{1,100}$/
const MAX_CONTENT_LENGTH = 5_000_000

const cache = makeEventInvalidatedCache<FrontendAsset | null>(frontendChanged)

const cacheKeyOf = ({ kind, variant, branch }: FrontendAssetKey) => `${kind}/${variant}/${branch}`

/**
 * Reads a stylesheet or script. The public variant of main is public, other builds are for admins. Throws `invalid`, with
 * messages that legacy clients expect, for a build that is not public, `missing` for an unknown one.
 */
export async function readFrontendAsset(scope: Scope, { kind, variant, branch }: FrontendAssetKey): Promise<string> {
  const admin = isAdmin(scope)
  if (!admin && branch !== 'main') throw invalid('branch', 'only admins can get non-main branches', 'unknown_value')
  if (!admin && variant !== 'public')
    throw invalid('variant', 'only admins can get non-public variants', 'unknown_value')
  if (!BRANCH_PATTERN.test(branch)) throw frontendBuildNotFound()
  const key = { kind, variant, branch }
  const where = { kind_variant_branch: key }
  const asset = await cache(scope).get(cacheKeyOf(key), () => scope.client.frontendAsset.findUnique({ where }))
  if (!asset) throw frontendBuildNotFound()
  return asset.content
}

/** The rules for what is given of a stylesheet or script. */
export const frontendAssetRules = ({ branch, content }: { branch?: string; content?: string }): InputRule[] => [
  () => branch !== undefined && assertBranch(branch),
  () => content !== undefined && assertContent(content),
]

function assertBranch(branch: string): void {
  if (!BRANCH_PATTERN.test(branch))
    throw invalid('branch', 'branch: 1 to 100 letters, digits, dots, dashes, underscores', {
      reason: 'invalid_characters',
      min: 1,
      max: 100,
    })
}

function assertContent(content: string): void {
  if (characterCount(content) > MAX_CONTENT_LENGTH || content.includes('\0'))
    throw invalid('content', `content: text of at most ${MAX_CONTENT_LENGTH} characters`, {
      reason: 'too_long',
      max: MAX_CONTENT_LENGTH,
    })
}

/** A stylesheet or script without its text. */
export interface FrontendAssetInfo extends Pick<FrontendAsset, 'kind' | 'variant' | 'branch' | 'updatedAt'> {
  readonly characterCount: number
}

/** The stylesheets and scripts, by branch. Throws `forbidden` unless the viewer is an admin. */
export async function readFrontendAssets(scope: Scope): Promise<FrontendAssetInfo[]> {
  assertStaff(scope)
  return listFrontendAssets(scope)
}

/**
 * Creates or replaces a stylesheet or script. Throws `forbidden` unless the viewer is an admin, `conflict` for one that was
 * changed since.
 */
export async function setFrontendAsset(
  scope: Scope,
  asset: FrontendAssetKey & ConditionalChange & { content: string },
): Promise<FrontendAssetInfo> {
  const { kind, variant, branch, content } = asset
  await assertAll(frontendAssetRules(asset))
  const subjectId = cacheKeyOf(asset)
  return staffAct(scope, 'setFrontendAsset', async ({ sql, db, now, emit }) => {
    emit(frontendChanged(subjectId))
    const where = { kind_variant_branch: { kind, variant, branch } }
    if (asset.ifUpdatedAt) assertUnchanged(await lockFrontendAsset({ sql }, asset), asset)
    const fields = { content, updatedAt: now }
    const create = { kind, variant, branch, ...fields }
    await db.frontendAsset.upsert({ where, create, update: fields })
    return { subjectId, result: { kind, variant, branch, updatedAt: now, characterCount: characterCount(content) } }
  })
}

const frontendBuildNotFound = () =>
  new Failure('missing', 'Frontend build not found', { reason: 'frontend_build_not_found' })

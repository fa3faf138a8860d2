import { useEffect, useState } from 'react'
import type { LicenseInput } from '../../../generated/graphql.ts'
import { type Refusal, refusalOf } from '../../../graph/refusal.ts'
import { request } from '../../../graph/request.ts'
import { CONSOLE_LICENSES } from './documents.ts'

async function readAll(id: string): Promise<LicenseInput[]> {
  const read: LicenseInput[] = []
  let more: string | null = null
  do {
    const found: { readonly licenses: LicenseInput[]; readonly end: string | null } = await readPage(id, more)
    read.push(...found.licenses)
    more = found.end
  } while (more !== null)
  return read
}

async function readPage(id: string, more: string | null) {
  const { licenseGroup } = await request(CONSOLE_LICENSES, { id, more })
  const page = licenseGroup?.licenses
  return {
    licenses: (page?.edges ?? []).map(({ node: { forType, forId, forAction } }) => ({ forType, forId, forAction })),
    end: (page?.pageInfo.hasNextPage && page.pageInfo.endCursor) || null,
  }
}

interface AllLicenses {
  /** Undefined until all were read. */
  readonly licenses?: readonly LicenseInput[]
  readonly refusal?: Refusal
}

const NONE: AllLicenses = { licenses: [] }

/** Reads all licenses of a group, however many; none without one. */
export function useAllLicenses(groupId: string | undefined): AllLicenses {
  const [read, setRead] = useState<AllLicenses>(groupId === undefined ? NONE : {})
  useEffect(() => {
    if (groupId === undefined) return
    let isWanted = true
    readAll(groupId).then(
      (licenses) => isWanted && setRead({ licenses }),
      (error: unknown) => isWanted && setRead({ refusal: refusalOf(error) }),
    )
    return () => {
      isWanted = false
    }
  }, [groupId])
  return read
}

import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'

const VERSION_SIZE = graphql(`
  fragment VersionSize on FileVersion {
    id
    data {
      type
      sizeInBytes
    }
  }
`)

/** Bytes of the content of the latest version; null while it has none. */
export function latestSize(versions: readonly { readonly node: FragmentType<typeof VERSION_SIZE> }[]): number | null {
  const latest = getFragmentData(VERSION_SIZE, versions.at(-1)?.node)
  return latest?.data.find(({ type }) => type !== 'SIGNATURE')?.sizeInBytes ?? null
}

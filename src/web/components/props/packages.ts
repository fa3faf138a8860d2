import { graphql } from '../../generated/index.ts'

/** The bundles of a prop. They have no ids: all that is shown of them is read everywhere, lest one part replaces another. */
export const PROP_PACKAGES = graphql(`
  fragment PropPackages on Prop {
    id
    packages {
      platform
      variant
      unityVersion
      assetVersion
      propSignature
    }
  }
`)

import { graphql } from '../../generated/index.ts'
import { useLive } from '../../graph/hooks.ts'

const CHANGES = graphql(`
  subscription OwnedListingChanges($initial: Boolean) {
    purchasesChanged(initial: $initial) {
      purchase {
        id
        listing {
          id
          viewerHas
          viewerOwns
          viewerPrice
        }
      }
    }
  }
`)

/** Keeps it up to date on what is shown of listings whether the person has what they give. */
export const useListingChanges = () => useLive(CHANGES, {})

import { graphql } from '../../generated/index.ts'

export const PERSON_HEAD = graphql(`
  fragment PersonHead on User {
    id
    displayName
    isViewer
    isFriend
    viewerHasBlocked
    viewerHasMuted
    standing
    status
    statusDescription
    pronouns
    trustRank
    isAgeVerified
    bannerUrl
    profile {
      bannerColor
      isSupporter
      themeColors {
        ...ThemeColors
      }
    }
    whereabouts {
      kind
    }
    ...PersonRelation
  }
`)

export const PERSON_ABOUT = graphql(`
  fragment PersonAbout on User {
    id
    bio
    bioLinks
    languages
    createdAt
    badges(first: 30) {
      edges {
        cursor
        node {
          id
          isShowcased
          badge {
            id
            name
            description
            imageUrl
          }
        }
      }
    }
    representedGroup {
      id
      ...GroupChip
    }
  }
`)

export const PERSON = graphql(`
  query Person($personId: ID!) {
    user(id: $personId) {
      id
      displayName
      isViewer
      ...PersonHead
      ...PersonAbout
      ...PersonWorn
      ...PersonNote
      ...PersonChoices
    }
    viewer {
      id
      notificationFeedCursor
      notificationFeedSequence
      instance {
        id
      }
    }
  }
`)

/** The profile, of strangers, too. */
export const PERSON_CHANGES = graphql(`
  subscription PersonChanges($personId: ID!, $initial: Boolean) {
    userChanged(userId: $personId, initial: $initial) {
      user {
        ...PersonHead
        ...PersonAbout
        ...PersonWorn
      }
    }
  }
`)

/** Where a friend is, and whether they are one. */
export const PERSON_FRIEND_CHANGES = graphql(`
  subscription PersonFriendChanges {
    friendActivity {
      kind
      user {
        ...PersonHead
        ...PersonAbout
        ...PersonWorn
      }
    }
  }
`)

/** A friend request comes, and goes, with its notification. */
export const PERSON_REQUEST_CHANGES = graphql(`
  subscription PersonRequestChanges($after: String) {
    notificationFeed(after: $after) {
      cursor
      sequence
      kind
      notification {
        id
        sender {
          id
          ...PersonRelation
        }
      }
    }
  }
`)

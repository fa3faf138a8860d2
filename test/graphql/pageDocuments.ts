/** Documents of the pages of a web client, each field taken from fragments as components declare them. */

const PERSON = `
fragment PersonName on User { id displayName standing }
fragment PersonText on User { id bio bioLinks pronouns createdAt }
fragment PersonStatus on User { id status statusDescription lastMobileAt isFriend }
fragment PersonPlace on User {
  id
  whereabouts { instance { id name type occupantCount capacity world { ...WorldName } } }
}
fragment PersonCard on User {
  ...PersonName
  ...PersonText
  ...PersonStatus
  ...PersonPlace
}`

const WORLD = `
fragment WorldName on World { id name capacity }
fragment WorldNumbers on World { id occupantCount visitCount favoriteCount heat popularity }
fragment WorldCard on World {
  ...WorldName
  ...WorldNumbers
  description
  capacity
  recommendedCapacity
  tags
  author { ...PersonName }
}`

const PAGE_INFO = 'fragment Page on PageInfo { hasNextPage endCursor hasPreviousPage startCursor }'

const NOTIFICATION = `
fragment NotificationCard on Notification {
  id title message createdAt updatedAt seenAt respondedAt expiresAt isSystem link linkText
  sender { ...PersonName ...PersonText }
  invite { message instance { id name type world { ...WorldName } } }
}`

/** 50 friends with their places, 20 notifications and 3 rows of worlds. */
export const HOME = `query Home($friends: Int = 50, $after: String, $worlds: Int!, $isNew: Boolean = false) {
  viewer {
    id
    unreadNotificationCount
    user { ...PersonCard bio bioLinks }
    friends(first: $friends, after: $after) { edges { cursor node { ...PersonCard } } pageInfo { ...Page } }
    notifications(first: 20) { edges { cursor node { ...NotificationCard } } pageInfo { ...Page } }
    tour: worlds(first: 20) @include(if: $isNew) { nodes { ...WorldCard } }
  }
  active: activeWorlds(first: $worlds) { edges { cursor node { ...WorldCard } } pageInfo { ...Page } }
  popular: worlds(first: $worlds, sort: POPULARITY) { edges { cursor node { ...WorldCard } } pageInfo { ...Page } }
  latest: worlds(first: $worlds, sort: CREATED_AT) { edges { cursor node { ...WorldCard } } pageInfo { ...Page } }
}
${PERSON} ${WORLD} ${NOTIFICATION} ${PAGE_INFO}`

/** 30 instances with 10 occupants each. */
export const WORLD_PAGE = `query WorldPage($id: ID!) {
  viewer { id user { ...PersonName } }
  world(id: $id) {
    ...WorldCard
    description
    publishedAt
    updatedAt
    version
    favorite { id createdAt }
    author { ...PersonCard worlds(first: 6) { nodes { ...WorldCard } } }
    instances(first: 30) {
      edges {
        cursor
        node {
          id
          name
          type
          capacity
          occupantCount
          owner { ...PersonName ...PersonText }
          occupants(first: 10) { nodes { ...PersonName ...PersonText } pageInfo { ...Page } }
        }
      }
      pageInfo { ...Page }
    }
  }
}
${PERSON} ${WORLD} ${PAGE_INFO}`

export const NOTIFICATIONS = `query Notifications($after: String) {
  viewer {
    id
    notifications(first: 50, after: $after) { edges { cursor node { ...NotificationCard } } pageInfo { ...Page } }
  }
}
${PERSON} ${WORLD} ${NOTIFICATION} ${PAGE_INFO}`

export const WORLDS = `query Worlds($first: Int!, $after: String) {
  worlds(first: $first, after: $after) { edges { cursor node { ...WorldCard } } pageInfo { ...Page } }
}
${WORLD} fragment PersonName on User { id displayName standing } ${PAGE_INFO}`

export const FRIENDS = `{ viewer { friends(first: 100) { nodes { id displayName standing } pageInfo { hasNextPage endCursor } } } }`

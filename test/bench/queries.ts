/** The GraphQL operations of the bench. The baseline server answers them by their names. */

/** Objects on a page of each list. */
export const PAGE = 60

const LISTED_WORLD = `id name capacity recommendedCapacity imageUrl thumbnailUrl previewYoutubeId releaseStatus tags
  labsPublishedAt publishedAt createdAt updatedAt visitCount favoriteCount popularity heat author { id displayName }`

export const WORLD_QUERY = `query World($id: ID!) {
  world(id: $id) {
    ${LISTED_WORLD}
    description isFeatured urls version contentSettings { drones emoji pedestals prints props stickers }
  }
}`

export const WORLDS_QUERY = `query Worlds {
  worlds(first: ${PAGE}) { nodes { ${LISTED_WORLD} } pageInfo { hasNextPage } }
}`

export const USERS_QUERY = `query Users($search: String!) {
  users(filter: { search: $search }, first: ${PAGE}) {
    edges { cursor node { id displayName bio bioLinks pronouns status statusDescription tags userIcon } }
    pageInfo { hasNextPage endCursor }
  }
}`

export const NESTED_WORLDS_QUERY = `query NestedWorlds($search: String!) {
  worlds(filter: { search: $search }, first: ${PAGE}) {
    nodes { id name capacity tags visitCount author { id displayName worlds(first: 3) { nodes { id name } } } }
    pageInfo { hasNextPage }
  }
}`

export const NOTIFICATIONS_QUERY = `query Notifications {
  viewer { notifications(first: ${PAGE}) {
    nodes { id type title message createdAt seenAt sender { id displayName } }
    pageInfo { hasNextPage }
  } }
}`

export const WORLD_GROUPS_QUERY = `query WorldGroups($search: String!) {
  worlds(filter: { search: $search }, first: ${PAGE}) {
    nodes {
      id name capacity tags visitCount
      author { id displayName groups(first: 3) { nodes { id name shortCode discriminator memberCount joinState } } }
    }
    pageInfo { hasNextPage }
  }
}`

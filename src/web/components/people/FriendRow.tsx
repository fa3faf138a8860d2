import { Box, Group } from '@mantine/core'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { MeetActIcons } from './FriendActs.tsx'
import { PersonChip } from './PersonChip.tsx'
import { RelationMenu } from './RelationMenu.tsx'
import { PERSON_RELATION } from './relation.ts'
import { useMeetActs } from './useMeetActs.ts'
import { Whereabouts } from './Whereabouts.tsx'

export const FRIEND_ROW = graphql(`
  fragment FriendRow on User {
    id
    displayName
    ...PersonChip
    ...PersonRelation
  }
`)

interface FriendRowProps {
  readonly person: FragmentType<typeof FRIEND_ROW>
  /** Id of the instance that the viewer is in; null for none. */
  readonly here: string | null
}

/** A friend with where they are, and all that the viewer can do about them. */
export function FriendRow({ person, here }: FriendRowProps) {
  const data = getFragmentData(FRIEND_ROW, person)
  const relation = getFragmentData(PERSON_RELATION, data)
  const acts = useMeetActs(relation, here)
  return (
    <PersonChip person={data} below={<Whereabouts person={relation} />}>
      <Group gap={4} wrap="nowrap">
        <Box visibleFrom="sm">
          <MeetActIcons acts={acts} name={data.displayName} />
        </Box>
        <RelationMenu person={data} meetActs={acts} />
      </Group>
    </PersonChip>
  )
}

import type { ReactNode } from 'react'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { RouteLink } from '../RouteLink.tsx'
import { InstanceRow } from './InstanceRow.tsx'

const PLACED_INSTANCE = graphql(`
  fragment PlacedInstance on Instance {
    id
    world {
      id
      name
    }
    ...InstanceRow
  }
`)

interface PlacedInstanceProps {
  readonly instance: FragmentType<typeof PLACED_INSTANCE>
  /** What else is said of it, beside its world. */
  readonly children?: ReactNode
}

/** An instance in a list of instances of several worlds. */
export function PlacedInstance({ instance, children }: PlacedInstanceProps) {
  const data = getFragmentData(PLACED_INSTANCE, instance)
  return (
    <li>
      <RouteLink to="/worlds/$worldId" params={{ worldId: data.world.id }} size="sm">
        {data.world.name}
      </RouteLink>
      {children}
      <InstanceRow instance={data} />
    </li>
  )
}

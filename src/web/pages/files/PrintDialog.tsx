import { Image, Skeleton, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ownUrl } from '../../components/ownUrl.ts'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import { formatDateTime } from '../../formats.ts'
import type { PrintDetailFragment } from '../../generated/graphql.ts'
import { getFragmentData, graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import { LargeView, neighborOf } from './LargeView.tsx'
import { PrintActs } from './PrintActs.tsx'
import { PrintNoteForm } from './PrintNoteForm.tsx'

const PRINT_DETAIL = graphql(`
  fragment PrintDetail on Print {
    id
    url
    note
    takenAt
    createdAt
    worldName
    viewerCanUpdate
    viewerCanDelete
    world {
      id
      name
    }
  }
`)

const OPEN_PRINT = graphql(`
  query OpenPrint($id: ID!) {
    node(id: $id) {
      __typename
      id
      ... on Print {
        ...PrintDetail
      }
    }
  }
`)

interface PrintDialogProps {
  readonly id: string
  /** Ids of the photos that can be looked at one after the other. */
  readonly ids: readonly string[]
  readonly onOpen: (id: string | undefined) => void
}

/** A photo with its note, which can be changed. */
export function PrintDialog({ id, ids, onOpen }: PrintDialogProps) {
  const { t, i18n } = useTranslation('files')
  const { data, refusal, reload } = usePanel(OPEN_PRINT, { id })
  const print = getFragmentData(PRINT_DETAIL, data?.node?.__typename === 'Print' ? data.node : null)
  const title = print ? t('prints.title', { time: formatDateTime(i18n.language, print.takenAt) }) : t('large.title')
  return (
    <LargeView {...{ ids, id, onOpen, title }} picture={print && <Image src={ownUrl(print.url)} alt="" radius="md" />}>
      {refusal && <RefusalAlert refusal={refusal} onRetry={reload} />}
      {!data && !refusal && <Skeleton h={240} aria-hidden />}
      {data && !print && <Text size="sm">{t('large.gone')}</Text>}
      {print && (
        <Stack gap="md">
          <Place print={print} />
          {print.viewerCanUpdate ? (
            <PrintNoteForm key={id} print={print} />
          ) : (
            <Text size="sm">{print.note ?? t('prints.noNote')}</Text>
          )}
          <PrintActs print={print} onDeleted={() => onOpen(neighborOf(ids, id, 1) ?? neighborOf(ids, id, -1))} />
        </Stack>
      )}
    </LargeView>
  )
}

function Place({ print: { world, worldName } }: { readonly print: PrintDetailFragment }) {
  const { t } = useTranslation('files')
  if (!world && !worldName) return null
  return (
    <Text size="sm" c="dimmed">
      {t('prints.place')}{' '}
      {world ? (
        <RouteLink to="/worlds/$worldId" params={{ worldId: world.id }} inherit>
          {worldName ?? world.name}
        </RouteLink>
      ) : (
        worldName
      )}
    </Text>
  )
}

import { ApolloProvider } from '@apollo/client/react'
import '@mantine/notifications/styles.css'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { client } from '../graph/client.ts'
import { Frame } from './Frame.tsx'

/** What all pages with a session have: the data layer, dialogs, messages, and the frame with the navigation. */
export function Shell() {
  const { t } = useTranslation()
  return (
    <ApolloProvider client={client}>
      <ModalsProvider modalProps={{ closeButtonProps: { 'aria-label': t('close') } }}>
        <Notifications position="bottom-right" />
        <Frame>
          <Outlet />
        </Frame>
      </ModalsProvider>
    </ApolloProvider>
  )
}

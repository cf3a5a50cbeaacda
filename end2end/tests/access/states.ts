/** The states that the panel has, and the way to each. */
import { expect } from '../../fixtures/test.ts';
import type { Agent } from '../../fixtures/test.ts';

export type Visit = (path: string) => Promise<Agent>;

const PAGE = '/access.html';

async function opened(visit: Visit): Promise<Agent> {
  const agent = await visit(PAGE);
  await agent.open();
  return agent;
}

async function asks(visit: Visit): Promise<Agent> {
  const agent = await opened(visit);
  await agent.ask('add Buy milk');
  await expect(agent.card('Add a note')).toBeVisible();
  return agent;
}

/** A model that is to be downloaded, and never is. */
async function mustDownload(visit: Visit): Promise<Agent> {
  const agent = await visit(PAGE);
  await agent.page.evaluate(() => {
    const availability = () => 'downloadable';
    const prepare = ({ onProgress }: { onProgress: (loaded: number) => void }) => {
      setTimeout(() => onProgress(0.4));
      return new Promise(() => {});
    };
    const model = { name: 'own', availability, prepare, respond: () => '' };
    (document.querySelector('site-agent') as any).options = { model };
  });
  await agent.open();
  await agent.ask('hello');
  await expect(agent.button('Download the on-device model')).toBeVisible();
  return agent;
}

export const STATES: Record<string, (visit: Visit) => Promise<Agent>> = {
  closed: async (visit) => {
    const agent = await visit(PAGE);
    await expect(agent.launcher).toBeVisible();
    return agent;
  },
  empty: opened,
  streaming: async (visit) => {
    const agent = await opened(visit);
    await agent.ask('go on');
    await expect(agent.log).toContainText('it whistles');
    return agent;
  },
  stopped: async (visit) => {
    const agent = await opened(visit);
    await agent.ask('go on');
    await expect(agent.log).toContainText('it whistles');
    await agent.button('Stop').click();
    await expect(agent.log).toContainText('Stopped');
    return agent;
  },
  error: async (visit) => {
    const agent = await opened(visit);
    await agent.ask('fail');
    await expect(agent.button('Try again')).toBeVisible();
    return agent;
  },
  card: asks,
  details: async (visit) => {
    const agent = await asks(visit);
    await agent.panel.getByText('Show details').click();
    return agent;
  },
  answered: async (visit) => {
    const agent = await asks(visit);
    await agent.allowIt();
    await expect(agent.log).toContainText('There are now 1 notes');
    await expect(agent.button('Send')).toBeVisible();
    await agent.log.getByText('Add a note').click();
    return agent;
  },
  download: mustDownload,
  downloading: async (visit) => {
    const agent = await mustDownload(visit);
    await agent.button('Download the on-device model').click();
    await expect(agent.log).toContainText('Downloading: 40%');
    return agent;
  },
  RTL: async (visit) => {
    const agent = await visit(PAGE);
    await agent.page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    await agent.open();
    await agent.ask('add חלב');
    await expect(agent.card('Add a note')).toBeVisible();
    return agent;
  },
  '320 px': async (visit) => {
    const agent = await visit(PAGE);
    await agent.page.setViewportSize({ width: 320, height: 640 });
    await agent.open();
    await agent.ask('add Buy milk');
    await expect(agent.card('Add a note')).toBeVisible();
    return agent;
  },
  'forced colours': async (visit) => {
    const agent = await visit(PAGE);
    await agent.page.emulateMedia({ forcedColors: 'active' });
    await agent.open();
    await agent.ask('add Buy milk');
    await expect(agent.card('Add a note')).toBeVisible();
    return agent;
  },
};

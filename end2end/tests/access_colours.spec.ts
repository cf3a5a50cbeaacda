/**
 * The owner's colours: what is written on the accent can always be read, whoever chose it. A colour
 * of the owner's for it is taken where its contrast is 4.5 at least, and else black or white.
 */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures/test.ts';

interface Painted {
  ground: number[];
  words: number[];
}

/** The colours that an element is painted in, as red, green and blue. */
const painted = (element: Locator): Promise<Painted> =>
  element.evaluate((element) => {
    const context = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D;
    const channels = (color: string) => {
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const { backgroundColor, color } = getComputedStyle(element);
    return { ground: channels(backgroundColor), words: channels(color) };
  });

function luminance(channels: number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: number[], other: number[]): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const choose = (page: Page, accent: string, words: string) =>
  page.evaluate(
    ([accent = '', words = '']) => {
      const { style } = document.querySelector('site-agent') as HTMLElement;
      style.setProperty('--site-agent-accent', accent);
      style.setProperty('--site-agent-accent-fg', words);
    },
    [accent, words],
  );

const BLACK = [0, 0, 0];
const WHITE = [255, 255, 255];

/** An accent, the owner's colour on it, and what is painted there. */
const CHOICES: [accent: string, words: string, shown: number[]][] = [
  ['#0f766e', '', WHITE],
  ['#ffe08a', '', BLACK],
  ['#0f766e', '#fff4d6', [255, 244, 214]],
  ['#ffe08a', '#3a2a00', [58, 42, 0]],
  // Refused: 4.49, 1.0, and one that lets the accent through.
  ['#777777', '#fff', BLACK],
  ['#0f766e', '#0f766e', WHITE],
  ['#ffe08a', 'rgb(255 255 255 / .9)', BLACK],
  ['oklch(0.35 0.12 300)', 'hsl(300 30% 30%)', WHITE],
];

test('what stands on the accent can be read, in the launcher and in the panel', async ({ page, visit }) => {
  const agent = await visit('/access.html');
  await agent.open();
  await agent.ask('add Buy milk');
  await expect(agent.card('Add a note')).toBeVisible();
  for (const [accent, words, shown] of CHOICES) {
    await choose(page, accent, words);
    const launcher = page.locator('site-agent .launcher');
    for (const place of [launcher, agent.allow, agent.button('Stop')]) {
      const told = `${words} on ${accent}`;
      // The colours of a button may still be on their way, one after the other.
      const look = async () => {
        const { ground, words: written } = await painted(place);
        return { written, reads: contrast(ground, written) >= 4.5 };
      };
      await expect.poll(look, { message: told }).toEqual({ written: shown, reads: true });
    }
  }
});

test('no pair of colours can make it unreadable', async ({ page, visit }) => {
  const agent = await visit('/access.html');
  await agent.open();
  const steps = ['00', '40', '80', 'bf', 'ff'];
  const colors = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)));
  const pairs = await page.evaluate((colors) => {
    const host = document.querySelector('site-agent') as HTMLElement;
    const button = host.shadowRoot?.querySelector('.launcher') as HTMLElement;
    const context = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D;
    const channels = (color: string) => {
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    return colors.flatMap((accent, nth) =>
      // Each with a fifth of the others.
      colors
        .filter((_, other) => other % 5 === nth % 5)
        .map((words) => {
          host.style.setProperty('--site-agent-accent', accent);
          host.style.setProperty('--site-agent-accent-fg', words);
          const { backgroundColor, color } = getComputedStyle(button);
          return { asked: channels(words), ground: channels(backgroundColor), words: channels(color) };
        }),
    );
  }, colors);
  expect(pairs.length).toBeGreaterThan(3_000);
  for (const { asked, ground, words } of pairs) {
    expect(contrast(ground, words)).toBeGreaterThanOrEqual(4.49);
    if (contrast(ground, asked) > 4.51) {
      // Within what rounding takes.
      for (const at of [0, 1, 2]) expect(Math.abs((words[at] ?? 0) - (asked[at] ?? 0))).toBeLessThanOrEqual(1);
    }
  }
});

import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { beginScreen } from './app/router';
import { takeArrival } from './shared/session/arrival';
import { arrive, openSession } from './shared/session/session';
import { startTexts } from './shared/texts/texts';
import { followTheme } from './shared/theme/theme';
import './shared/theme/tokens.css';
import './shared/theme/base.css';

followTheme();
// all that is needed is asked for at once
const texts = startTexts();
const arrival = takeArrival();
void (arrival === null ? openSession() : arrive(arrival)).catch(() => undefined);
beginScreen();
await texts;
createRoot(document.getElementById('root')!).render(<App />);

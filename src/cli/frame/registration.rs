//! What a program registers: games, questions, campaigns, commands and verbs.

use crate::campaign::{self, PlanCube, PlanProfile, QuestionCampaign, has_classes};
use crate::frame::app::{App, ProgramVerb};
use crate::retro;
use certamen_ask::kind::{Kind, NamedQuery, kind};
use certamen_campaign::Campaign;
use certamen_play::{Game, RuledGame};
use certamen_work::SubjectCommand;
use std::sync::Arc;

impl App {
    /// A program without games and questions. The name is the one that its help shows.
    pub fn new(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// Registers a game. One of the same name is replaced.
    #[must_use]
    pub fn game(mut self, game: Arc<dyn Game>) -> Self {
        self.games.retain(|known| known.name() != game.name());
        self.solving.retain(|one| one.subject() != game.name());
        self.solving.extend(retro::commands(&self.name, &game));
        let campaigns = retro::campaigns(&game).into_iter().chain(campaign::of_game(&game));
        self.games.push(game);
        campaigns.fold(self, Self::campaign)
    }

    /// Registers a game that is made of rules over words, the question of its mobility, and those of the language.
    #[must_use]
    pub fn rules(self, game: RuledGame) -> Self {
        let mobility = game.mobility();
        let questions = game.questions();
        self.game(Arc::new(game)).kind(mobility).kind(questions)
    }

    /// Registers a type of questions.
    #[must_use]
    pub fn question<Q: NamedQuery>(self) -> Self {
        self.kind(kind::<Q>())
    }

    /// Registers a kind of questions. One of the same name is replaced.
    #[must_use]
    pub fn kind(mut self, kind: Arc<dyn Kind>) -> Self {
        self.registry.add_kind(kind.clone());
        let app = self.campaign(Arc::new(QuestionCampaign::<PlanCube>::new(kind.clone())));
        if has_classes(&*kind) {
            app.campaign(Arc::new(QuestionCampaign::<PlanProfile>::new(kind)))
        } else {
            app
        }
    }

    /// Registers a command that can be divided into tasks for many machines. One of the same verb and subject is
    /// replaced.
    #[must_use]
    pub fn campaign(mut self, campaign: Arc<dyn Campaign>) -> Self {
        let is_other =
            |known: &dyn Campaign| (known.verb(), known.subject()) != (campaign.verb(), campaign.subject());
        self.campaigns.retain(|known| is_other(&**known));
        self.planning = self.campaigns.iter().chain([&campaign]).map(campaign::planning).collect();
        self.campaigns.push(campaign);
        self
    }

    /// Registers a command that only this program has, below an existing verb or a new one.
    #[must_use]
    pub fn subject_command(mut self, command: Box<dyn SubjectCommand>) -> Self {
        self.subject_commands.push(command);
        self
    }

    /// Adds a verb without a subject.
    #[must_use]
    pub fn verb(mut self, verb: Box<dyn ProgramVerb>) -> Self {
        self.added.push(verb);
        self
    }
}
